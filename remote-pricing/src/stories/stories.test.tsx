import { render, screen } from '@testing-library/react';
import { storiesById } from '@shopwright/shared/stories/story';
import { stories } from './pricing.stories';

beforeEach(() => {
  Object.defineProperty(window, 'fetch', { configurable: true, writable: true, value: jest.fn() });
});

test.each([...storiesById(stories)])('%s renders', (_, story) => {
  render(story);
  expect(screen.getByRole('heading', { level: 2 })).toBeInTheDocument();
});
