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
  expect(request).not.toHaveBeenCalled();
});

test('the thanks do not claim that anything was sent, and disappear at the next typing', async () => {
  render(<Subscribe />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await press();
  expect(screen.getByRole('status')).toHaveTextContent(/^Thank you\.$/);
  await userEvent.type(email(), 'a');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
