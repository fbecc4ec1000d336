import { render, screen } from '@testing-library/react';
import { notices, sections } from './pricing-stories';

beforeEach(() => {
  Object.defineProperty(window, 'fetch', { configurable: true, writable: true, value: jest.fn() });
});

test.each(Object.entries(sections.stories))('%s can be shown', (_, story) => {
  render(story);
  expect(screen.getByRole('heading', { level: 2 })).toBeInTheDocument();
});

test.each(Object.entries(notices.stories))('a notice of %s says something', (_, story) => {
  render(story);
  expect(screen.getByRole('status')).not.toBeEmptyDOMElement();
});
