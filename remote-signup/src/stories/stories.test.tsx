import { act, render, screen } from '@testing-library/react';
import { forms, rows } from './signup-stories';

test.each(Object.entries({ ...forms.stories, ...rows.stories }))(
  '%s can be shown',
  async (_, story) => {
    render(story);
    // The advice on a password is loaded when there is one.
    await act(() => import('../passwordStrength'));
    expect(screen.getByRole('link', { name: 'Sign In' })).toBeInTheDocument();
  },
);
