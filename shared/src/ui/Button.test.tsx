import { render, screen } from '@testing-library/react';
import { Button } from './Button';

test('a button submits nothing unless it is told to', () => {
  render(<Button>Show</Button>);
  expect(screen.getByRole('button', { name: 'Show' })).toHaveAttribute('type', 'button');
});
