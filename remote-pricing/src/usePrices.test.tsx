import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mockResponses, json, offline } from './testing/mock-responses';
import { prices, section, theSwitch, tryAgain } from './testing/section';
import { aResponse } from './testing/tables-response';

test('a retry keeps the focus whether it fails or recovers, and its button goes when the focus does', async () => {
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

test('the live region of the notice is in the page before the notice', async () => {
  mockResponses(offline);
  render(section(prices));
  const region = screen.getByRole('status');
  expect(region).toBeEmptyDOMElement();
  await tryAgain();
  expect(screen.getByRole('status')).toBe(region);
});

test('without prices blank tags are shown, and a failure offers a retry that fills them', async () => {
  mockResponses(offline, json(aResponse()));
  const user = userEvent.setup();
  const { container } = render(section(null));
  expect(container.querySelectorAll('.blank')).toHaveLength(4);
  expect(screen.getByText('Loading prices…')).toBeInTheDocument();
  await user.click(await tryAgain());
  expect(await screen.findByText('$24.00')).toBeVisible();
  expect(container.querySelectorAll('.blank')).toHaveLength(0);
});

test('if the chosen period disappears, the switch changes back and focus stays close', async () => {
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
