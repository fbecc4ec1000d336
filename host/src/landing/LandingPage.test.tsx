import { render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { LandingPage } from './LandingPage';

test('one heading makes the promise, and the first action leads to sign-up', () => {
  render(<LandingPage pricing={null} />);
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup');
});

test('the features are the three of the specification', () => {
  const { container } = render(<LandingPage pricing={null} />);
  const features = container.querySelector<HTMLElement>('#features');
  expect(features).not.toBeNull();
  const names = features ? within(features).getAllByRole('heading', { level: 3 }) : [];
  expect(names.map((name) => name.textContent)).toEqual([
    'Fully functional',
    'Live Chat',
    'Secure Data',
  ]);
});

test('the sections stand in their order, with pricing in its place', () => {
  const { container } = render(<LandingPage pricing={<p>The prices</p>} />);
  expect([...container.querySelectorAll('section[id]')].map((section) => section.id)).toEqual([
    'features',
    'pricing',
    'contact',
  ]);
  expect(container.querySelector('#pricing')).toHaveTextContent('The prices');
});

test('the page is the host’s, and has no inline style for the policy to refuse', () => {
  const html = renderToString(<LandingPage pricing={null} />);
  expect(html).toMatch(/^<div data-boundary="host">/);
  expect(html).not.toContain('style=');
});
