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

test('an empty form that was sent shows every problem', async () => {
  render(forms.stories['empty and sent']);
  expect(await screen.findByText('Enter your first name.')).toBeInTheDocument();
  expect(screen.getByLabelText('Repeat password')).toBeInvalid();
});
