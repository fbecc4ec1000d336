import { render, screen } from '@testing-library/react';
import { Button } from './Button';

test('a button submits only with type="submit"', () => {
  render(<Button>Show</Button>);
  expect(screen.getByRole('button', { name: 'Show' })).toHaveAttribute('type', 'button');
});
