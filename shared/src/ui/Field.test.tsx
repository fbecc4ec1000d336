import { render, screen } from '@testing-library/react';
import { Field } from './Field';

test('the label names the field and its hint describes it', () => {
  render(<Field label="Repeat password" hint="must match the password above" type="password" />);
  const field = screen.getByLabelText('Repeat password');
  expect(field).toHaveAttribute('type', 'password');
  expect(field).toHaveAccessibleDescription('must match the password above');
  expect(field).toBeValid();
});

test('an error marks the field invalid and is read before the hint', () => {
  render(<Field label="Email" hint="You sign in with it." error="Enter your email." />);
  const field = screen.getByRole('textbox', { name: 'Email' });
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('Enter your email. You sign in with it.');
});

test('a field can be invalid without words, and shows a mark', () => {
  const { container } = render(<Field label="Repeat password" invalid />);
  expect(screen.getByLabelText('Repeat password')).toBeInvalid();
  expect(container.querySelector('svg')).toBeInTheDocument();
});
