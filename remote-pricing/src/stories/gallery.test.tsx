import { render, screen } from '@testing-library/react';
import { notices } from './notices';
import { sections } from './sections';

beforeEach(() => {
  Object.defineProperty(window, 'fetch', { configurable: true, writable: true, value: jest.fn() });
});

test.each(sections.specimens)('$name can be shown', ({ node }) => {
  render(node);
  expect(screen.getByRole('heading', { level: 2 })).toBeInTheDocument();
});

test.each(notices.specimens)('a notice of $name says something', ({ node }) => {
  render(node);
  expect(screen.getByRole('status')).not.toBeEmptyDOMElement();
});
