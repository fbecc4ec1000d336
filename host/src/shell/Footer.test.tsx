import { render, screen, within } from '@testing-library/react';
import { Footer } from './Footer';

const linksOf = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

test('two of the useful links are real', () => {
  render(<Footer />);
  expect(linksOf('Useful links')).toEqual([
    ['Home', '/'],
    ['About Us', null],
    ['Services', null],
    ['Blog', null],
    ['Contact', '/#contact'],
  ]);
});

test('four of the product help links are real', () => {
  render(<Footer />);
  expect(linksOf('Product help')).toEqual([
    ['FAQ', '/#questions'],
    ['Privacy Policy', '/privacy-policy'],
    ['Support', null],
    ['Terms & Conditions', '/terms'],
    ['Contact', '/#contact'],
  ]);
});

test('a placeholder link is announced as unavailable; a real link is not', () => {
  render(<Footer />);
  for (const link of screen.getAllByRole('link')) {
    expect(link.getAttribute('aria-disabled')).toBe(link.hasAttribute('href') ? null : 'true');
  }
});

test('brand images have their names as text, in placeholder links', () => {
  render(<Footer />);
  for (const name of ['X', 'Facebook', 'Download on the App Store', 'Get it on Google Play']) {
    const link = screen.getByRole('link', { name });
    expect(link).toHaveAttribute('aria-disabled', 'true');
    expect(within(link).getByRole('img', { name })).toBeInTheDocument();
  }
});
