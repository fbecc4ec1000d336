import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Field } from './Field';

test('an error marks the field invalid and is read before the hint', () => {
  render(
    <Field label="Email" maxLength={254} hint="You sign in with it." error="Enter your email." />,
  );
  const field = screen.getByRole('textbox', { name: 'Email' });
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('Enter your email. You sign in with it.');
});

test('a field can be invalid without words, and shows a mark', () => {
  const { container } = render(<Field label="Repeat password" maxLength={256} invalid />);
  expect(screen.getByLabelText('Repeat password')).toBeInvalid();
  expect(container.querySelector('svg')).toBeInTheDocument();
});

test('a field holds no more than its limit, and says so once that is reached', async () => {
  const user = userEvent.setup();
  render(<Field label="First name" hint="As your friends say it." maxLength={5} />);
  const field = screen.getByRole('textbox', { name: 'First name' });
  const spoken = document.querySelector('[aria-live="polite"]');
  await user.type(field, 'Augu');
  expect(field).toHaveAccessibleDescription('As your friends say it.');
  expect(spoken).toBeEmptyDOMElement();
  await user.clear(field);
  await user.paste('Augusta Ada');
  expect(field).toHaveValue('Augus');
  expect(field).toHaveAccessibleDescription('That is all: 5 characters.');
  expect(spoken).toHaveTextContent('That is all: 5 characters.');
  await user.keyboard('{Backspace}');
  expect(field).toHaveAccessibleDescription('As your friends say it.');
  expect(spoken).toBeEmptyDOMElement();
});

test('an error stands in place of the limit, so that each field has one line', async () => {
  const limited = { label: 'First name', maxLength: 3, defaultValue: 'A\tA' };
  const { rerender } = render(<Field {...limited} />);
  const field = screen.getByRole('textbox', { name: 'First name' });
  expect(field).toHaveAccessibleDescription('That is all: 3 characters.');
  rerender(<Field {...limited} error="Use letters that can be seen." />);
  expect(field).toHaveAccessibleDescription('Use letters that can be seen.');
});
