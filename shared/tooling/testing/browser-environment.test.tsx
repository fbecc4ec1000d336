import { render, screen } from '@testing-library/react';

test('components find a document, and matchers read it', () => {
  render(<p>Open</p>);
  expect(screen.getByText('Open')).toBeInTheDocument();
});

test('what a test rendered is gone in the next', () => {
  expect(document.body).toBeEmptyDOMElement();
});

test('answers of a service can be made by hand', async () => {
  const response = new Response(JSON.stringify({ a: 1 }), { status: 201 });
  expect(response.ok).toBe(true);
  expect(await response.json()).toEqual({ a: 1 });
});

test('encoded text is an array of bytes in the eyes of the page', () => {
  expect(new TextEncoder().encode('é')).toBeInstanceOf(Uint8Array);
  expect(new TextDecoder().decode(new Uint8Array([0xc3, 0xa9]))).toBe('é');
});

test('a time limit can be set with a signal of the page’s own kind', () => {
  const { signal } = new AbortController();
  expect(() => document.addEventListener('click', () => undefined, { signal })).not.toThrow();
});
