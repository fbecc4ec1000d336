import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mockResponses, json, offline, text } from './testing/responses';
import { prices, section, theSwitch, tryAgain } from './testing/section';
import { anOption, aResponse } from './testing/tables-response';

test('fresh prices replace only what differs', async () => {
  const month = [anOption('Starter', 1100), anOption('Pro', 2400, 2900)];
  mockResponses(json(aResponse({ month })));
  const { container } = render(section(prices));
  const nodes = [...container.querySelectorAll('*')];
  const changes: string[] = [];
  const observer = new MutationObserver((records) =>
    changes.push(...records.map(({ type, target }) => `${type} ${target.textContent}`)),
  );
  observer.observe(container, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
  expect(await screen.findByText('$11.00')).toBeVisible();
  observer.disconnect();
  expect([...container.querySelectorAll('*')]).toEqual(nodes);
  expect(changes).toEqual(['characterData $11.00']);
});

test.each([
  ['a 500', text('Internal Server Error', 500)],
  ['no connection', offline],
  ['HTML', text('<!doctype html><p>Hello')],
  ['an empty list', json(aResponse({ free: null, month: [], year: [] }))],
])('%s keeps the composed prices, tells their day and offers a retry', async (_, answer) => {
  mockResponses(answer);
  render(section(prices));
  expect(await tryAgain()).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Prices as of Sep 30, 2026.');
  expect(screen.getByText('$24.00')).toBeVisible();
});

test('an answer that takes longer than 5 s is given up', async () => {
  jest.useFakeTimers();
  try {
    jest.spyOn(globalThis, 'fetch').mockImplementation(
      (_, options) =>
        new Promise((_resolve, reject) => {
          options?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    );
    render(section(prices));
    await act(() => jest.advanceTimersByTimeAsync(4999));
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  } finally {
    jest.useRealTimers();
  }
});

test('a retry keeps the focus whether it fails or heals, and its button goes when the focus does', async () => {
  const fetch = mockResponses(offline, offline, json(aResponse()));
  const user = userEvent.setup();
  render(section(prices));
  const button = await tryAgain();
  await user.click(button);
  expect(screen.getByRole('status')).toHaveTextContent('Newer ones did not load.');
  expect(button).toHaveFocus();
  await user.click(button);
  expect(screen.getByRole('status')).toHaveTextContent('Prices are up to date.');
  expect(button).toHaveFocus();
  expect(fetch).toHaveBeenCalledTimes(3);
  await user.tab();
  expect(button).not.toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('Prices are up to date.');
});

test('the place of the notice is in the page before the notice', async () => {
  mockResponses(offline);
  render(section(prices));
  const place = screen.getByRole('status');
  expect(place).toBeEmptyDOMElement();
  await tryAgain();
  expect(screen.getByRole('status')).toBe(place);
});

test('without any prices blank tags wait, and a failure offers a retry that fills them', async () => {
  mockResponses(offline, json(aResponse()));
  const user = userEvent.setup();
  const { container } = render(section(null));
  expect(container.querySelectorAll('.blank')).toHaveLength(4);
  expect(screen.getByText('Loading prices…')).toBeInTheDocument();
  await user.click(await tryAgain());
  expect(await screen.findByText('$24.00')).toBeVisible();
  expect(container.querySelectorAll('.blank')).toHaveLength(0);
});

test('a period that goes away while it is chosen turns the switch back and keeps the focus near', async () => {
  let answer: (response: Response) => void = () => undefined;
  mockResponses(() => new Promise((resolve) => (answer = resolve)));
  const user = userEvent.setup();
  render(section(prices));
  await user.click(theSwitch());
  await act(async () => answer(new Response(JSON.stringify(aResponse({ year: null })))));
  expect(await tryAgain()).toBeVisible();
  expect(theSwitch()).not.toBeChecked();
  expect(theSwitch()).toBeDisabled();
  expect(screen.getByRole('status')).toHaveFocus();
});
