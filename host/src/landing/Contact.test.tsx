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

async function fillInAllBut(left?: keyof typeof labels) {
  for (const field of contactFields) {
    if (field !== left) await userEvent.type(box(field), values[field]);
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
  'without %s nothing is logged, and the field says so and has the focus',
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

test('a message goes once its field is filled in, and none appears while someone types', async () => {
  render(<Contact />);
  await send();
  await userEvent.type(box('name'), 'A');
  expect(box('name')).not.toHaveAccessibleDescription();
  expect(box('email')).toHaveAccessibleDescription(missingMessages.email);
  await userEvent.clear(box('name'));
  expect(box('name')).not.toHaveAccessibleDescription();
});

test('the fields hold as many characters as README.md says', () => {
  render(<Contact />);
  const held = contactFields.map((field) => box(field).getAttribute('maxlength'));
  expect(held).toEqual(['200', '254', '200', '5000']);
});
