import { render, screen } from '@testing-library/react';
import { stories } from './pricing.stories';

const storiesOf = (title: string) =>
  Object.entries(stories.find((group) => group.title === title)?.stories ?? {});

beforeEach(() => {
  Object.defineProperty(window, 'fetch', { configurable: true, writable: true, value: jest.fn() });
});

test.each(storiesOf('Prices'))('%s can be shown', (_, story) => {
  render(story);
  expect(screen.getByRole('heading', { level: 2 })).toBeInTheDocument();
});

test.each(storiesOf('Price notices'))('a notice of %s says something', (_, story) => {
  render(story);
  expect(screen.getByRole('status')).not.toBeEmptyDOMElement();
});
