import { render, screen } from '@testing-library/react';
import { Button } from './Button';

test('a button submits nothing unless it is told to', () => {
  render(<Button>Show</Button>);
  expect(screen.getByRole('button', { name: 'Show' })).toHaveAttribute('type', 'button');
});

test('a button whose action is under way keeps its focus', () => {
  const { rerender } = render(<Button type="submit">Sign Up</Button>);
  screen.getByRole('button').focus();
  rerender(
    <Button type="submit" aria-disabled>
      Signing up…
    </Button>,
  );
  expect(screen.getByRole('button', { name: 'Signing up…' })).toHaveFocus();
});
