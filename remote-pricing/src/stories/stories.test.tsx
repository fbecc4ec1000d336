import { render, screen } from '@testing-library/react';
import { storiesById } from '@shopwright/shared/stories/story';
import { stories } from './pricing.stories';

test.each([...storiesById(stories)])('%s renders', (_, story) => {
  render(story);
  expect(screen.getByRole('heading', { level: 2 })).toBeInTheDocument();
});
