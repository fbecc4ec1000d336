import { act, render, screen } from '@testing-library/react';
import { forms } from './forms';
import { rows } from './rows';

test.each([...forms.specimens, ...rows.specimens])('$name can be shown', async ({ node }) => {
  render(node);
  // The advice on a password is loaded when there is one.
  await act(() => import('../passwordStrength'));
  expect(screen.getByRole('link', { name: 'Sign In' })).toBeInTheDocument();
});

test('an empty form that was sent shows every problem', async () => {
  render(forms.specimens.find(({ name }) => name === 'empty and sent')?.node);
  expect(await screen.findByText('Enter your first name.')).toBeInTheDocument();
  expect(screen.getByLabelText('Repeat password')).toBeInvalid();
});
