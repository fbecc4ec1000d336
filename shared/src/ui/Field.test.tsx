import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Field } from './Field';

test('a field can be invalid without a message, and shows a mark', () => {
  const { container } = render(<Field label="Repeat password" invalid />);
  expect(screen.getByLabelText('Repeat password')).toBeInvalid();
  expect(container.querySelector('svg')).toBeInTheDocument();
});

test('a field keeps a text that is too long, and reports it until it is shorter', async () => {
  const user = userEvent.setup();
  render(<Field label="First name" hint="As your friends say it." limit={5} />);
  const field = screen.getByRole('textbox', { name: 'First name' });
  const spoken = document.querySelector('[aria-live="polite"]');
  await user.type(field, 'Augus');
  expect(field).toHaveAccessibleDescription('As your friends say it.');
  expect(spoken).toBeEmptyDOMElement();
  await user.clear(field);
  await user.paste('Augusta Ada');
  expect(field).toHaveValue('Augusta Ada');
  expect(field).toHaveAccessibleDescription('Use 5 characters or fewer. As your friends say it.');
  expect(spoken).toHaveTextContent('Use 5 characters or fewer.');
  await user.keyboard('{Backspace>6}');
  expect(field).toHaveAccessibleDescription('As your friends say it.');
  expect(spoken).toBeEmptyDOMElement();
});

test('an error replaces the limit, so that each field has one line', async () => {
  const limited = { label: 'First name', limit: 2, defaultValue: 'A\tA' };
  const { rerender } = render(<Field {...limited} />);
  const field = screen.getByRole('textbox', { name: 'First name' });
  expect(field).toHaveAccessibleDescription('Use 2 characters or fewer.');
  rerender(<Field {...limited} error="Remove invisible characters." />);
  expect(field).toHaveAccessibleDescription('Remove invisible characters.');
});
