import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Contact, contactFields, missingMessages } from './Contact';

const labels = { name: 'Name', email: 'Email', subject: 'Subject', message: 'Message' } as const;
const values = { name: 'Ada', email: 'not one', subject: 'Plans', message: 'Which?' } as const;

let log: jest.SpyInstance;
let request: jest.Mock;

beforeEach(() => {
  log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  request = jest.fn();
  Object.defineProperty(globalThis, 'fetch', { configurable: true, value: request });
});

const box = (field: keyof typeof labels) => screen.getByRole('textbox', { name: labels[field] });
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));

async function fillInAllBut(emptyField?: keyof typeof labels) {
  for (const field of contactFields) {
    if (field !== emptyField) await userEvent.type(box(field), values[field]);
  }
}

test('a complete message is logged, the form is empty again, and no request is made', async () => {
  render(<Contact />);
  await fillInAllBut();
  await send();
  expect(log.mock.calls).toEqual([[values]]);
  for (const field of contactFields) expect(box(field)).toHaveValue('');
  expect(screen.getByRole('status')).toHaveTextContent(/^Thank you\.$/);
  expect(request).not.toHaveBeenCalled();
});

test.each(contactFields)(
  'without %s nothing is logged, and the field shows a message and gets the focus',
  async (field) => {
    render(<Contact />);
    await fillInAllBut(field);
    await send();
    expect(log).not.toHaveBeenCalled();
    expect(box(field)).toBeInvalid();
    expect(box(field)).toHaveAccessibleDescription(missingMessages[field]);
    expect(box(field)).toHaveFocus();
    expect(box('name')).toHaveValue(field === 'name' ? '' : values.name);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  },
);

test('filling in a field removes its message, and typing shows none', async () => {
  render(<Contact />);
  await send();
  await userEvent.type(box('name'), 'A');
  expect(box('name')).not.toHaveAccessibleDescription();
  expect(box('email')).toHaveAccessibleDescription(missingMessages.email);
  await userEvent.clear(box('name'));
  expect(box('name')).not.toHaveAccessibleDescription();
});

test('a text over the limit is kept whole, is reported at once, and is not sent', async () => {
  const user = userEvent.setup();
  render(<Contact />);
  const limits = { name: 200, email: 254, subject: 200, message: 5000 };
  for (const [field, limit] of Object.entries(limits)) {
    const shownBox = box(field as keyof typeof labels);
    await user.click(shownBox);
    await user.paste('a'.repeat(limit + 1));
    expect(shownBox).toHaveValue('a'.repeat(limit + 1));
    expect(shownBox).toHaveAccessibleDescription(`Use ${limit} characters or fewer.`);
    expect(shownBox).not.toHaveAttribute('aria-invalid');
  }
  await send();
  expect(log).not.toHaveBeenCalled();
  for (const field of contactFields) expect(box(field)).toHaveAttribute('aria-invalid');
  await userEvent.type(box('name'), '{Backspace}');
  expect(box('name')).not.toHaveAttribute('aria-invalid');
});
