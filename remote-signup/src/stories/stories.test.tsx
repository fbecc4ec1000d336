import { render, screen } from '@testing-library/react';
import { forms, rows } from './signup-stories';

test.each(Object.entries({ ...forms.stories, ...rows.stories }))('%s can be shown', (_, story) => {
  render(story);
  expect(screen.getByRole('link', { name: 'Sign In' })).toBeInTheDocument();
});
