import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Subscribe } from './Subscribe';

let log: jest.SpyInstance;
let request: jest.Mock;

beforeEach(() => {
  log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  request = jest.fn();
  Object.defineProperty(globalThis, 'fetch', { configurable: true, value: request });
});

const email = () => screen.getByRole('textbox', { name: 'Email' });
const press = () => userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));

test.each(['not an address', ' '])('"%s" is logged as it is, and cleared', async (typed) => {
  render(<Subscribe />);
  await userEvent.type(email(), typed);
  await press();
  // A field of type email trims what it holds; nothing here judges it.
  expect(log.mock.calls).toEqual([[typed.trim()]]);
  expect(email()).toHaveValue('');
  expect(email()).toBeValid();
});

test('the thanks claim nothing was sent, and leave as someone types again', async () => {
  render(<Subscribe />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await press();
  expect(screen.getByRole('status')).toHaveTextContent(/^Thank you\.$/);
  await userEvent.type(email(), 'a');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('what is longer than an address can be does not fit, and a new start is not held against anybody', async () => {
  render(<Subscribe />);
  await userEvent.click(email());
  await userEvent.paste('a'.repeat(300));
  expect(email()).toHaveValue('a'.repeat(254));
  expect(email()).toHaveAccessibleDescription('That is all: 254 characters.');
  await press();
  expect(email()).not.toHaveAccessibleDescription();
});

test('no request is made, and a submit without scripts would go nowhere', async () => {
  const { container } = render(<Subscribe />);
  await press();
  expect(request).not.toHaveBeenCalled();
  expect(container.querySelector('form')).toHaveAttribute('method', 'dialog');
});
