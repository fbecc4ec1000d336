import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { parsePlanTables, tablesPath, type ComposedPrices } from 'shared/contracts/plans';
import { siteLinks } from 'shared/contracts/site-links';
import PricingSection from './PricingSection';
import { answerCalls, json, offline, text } from './testing/answers';
import { anOption, aResponse } from './testing/tables-response';

function composedFrom(response: unknown): ComposedPrices {
  const tables = parsePlanTables(response);
  if (!tables) throw new Error('The response of this test cannot be shown.');
  return { tables, readOn: '2026-09-30' };
}

const composed = composedFrom(aResponse());
const section = (prices: ComposedPrices | null) => (
  <PricingSection composed={prices} links={siteLinks()} />
);
const theSwitch = () => screen.getByRole('switch', { name: 'Annual billing' });
const plans = () => within(screen.getByRole('list', { name: 'Plans' }));
const card = (name: string) => {
  const item = plans().getByRole('heading', { name }).closest('li');
  if (!item) throw new Error(`No card ${name}`);
  return item;
};
const priceOf = (name: string, period: 'MONTH' | 'YEAR') =>
  card(name).querySelector(`[data-period="${period}"]`);
const tryAgain = () => screen.findByRole('button', { name: 'Try again' });

test('monthly comes first; the switch turns to annual and back and keeps the focus', async () => {
  answerCalls();
  const user = userEvent.setup();
  render(section(composed));
  expect(theSwitch()).not.toBeChecked();
  await user.click(theSwitch());
  expect(theSwitch()).toBeChecked();
  expect(theSwitch()).toHaveFocus();
  await user.keyboard(' ');
  expect(theSwitch()).not.toBeChecked();
});

test('the tables call is made once, when the section loads', async () => {
  const fetch = answerCalls(json(aResponse()));
  render(section(composed));
  await act(async () => undefined);
  expect(fetch.mock.calls.map(([address]) => address as string)).toEqual([tablesPath]);
});

test('the call ends with the section', () => {
  const fetch = answerCalls();
  const { unmount } = render(section(composed));
  const [, options] = fetch.mock.calls[0] as [string, RequestInit];
  expect(options.signal?.aborted).toBe(false);
  unmount();
  expect(options.signal?.aborted).toBe(true);
});

test('the free block holds the one free card', () => {
  answerCalls();
  render(section(composed));
  const block = screen.getByRole('heading', { name: 'try it for FREE' }).parentElement;
  const free = within(block ?? document.body);
  expect(free.getByRole('heading', { name: 'Free' })).toBeVisible();
  expect(free.getByText('$0.00')).toBeVisible();
  expect(free.getByText('Up to 10 products')).toBeVisible();
  expect(free.getAllByRole('link')).toHaveLength(1);
});

test('every card has a Sign Up link that says for which plan', () => {
  answerCalls();
  render(section(composed));
  const links = screen.getAllByRole('link', { name: /^Sign Up\b/ });
  expect(links.map((link) => link.textContent)).toEqual([
    'Sign Up for Free',
    'Sign Up for Starter',
    'Sign Up for Pro',
  ]);
  for (const link of links) expect(link).toHaveAttribute('href', '/signup');
});

test('the contact link leads to the contact section', () => {
  answerCalls();
  render(section(composed));
  expect(screen.getByText(/Not sure what to choose\?/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/#contact');
});

test('the old price is struck through only where it differs', () => {
  answerCalls();
  render(section(composed));
  expect(priceOf('Starter', 'MONTH')?.textContent).toBe('$9.00 a month');
  expect(priceOf('Pro', 'MONTH')?.textContent).toBe(
    'Current price $24.00 a monthOld price $29.00 Save $5.00',
  );
  expect(priceOf('Pro', 'MONTH')?.querySelector('s')?.textContent).toBe('Old price $29.00');
  expect(priceOf('Starter', 'YEAR')?.querySelector('s')?.textContent).toBe('Old price $108.00');
  expect(priceOf('Pro', 'YEAR')?.querySelector('s')).toBeNull();
});

test('an old price that was lower is struck through too, and no saving is claimed', () => {
  answerCalls();
  render(section(composedFrom(aResponse({ month: [anOption('Pro', 2400, { previous: 2000 })] }))));
  expect(priceOf('Pro', 'MONTH')?.querySelector('s')?.textContent).toBe('Old price $20.00');
  expect(priceOf('Pro', 'MONTH')?.textContent).not.toContain('Save');
});

test('each price is one text node', () => {
  answerCalls();
  render(section(composed));
  expect(screen.getByText('$24.00').childNodes).toHaveLength(1);
});

test('a plan nobody drew an icon for has the generic one, of the same size', () => {
  answerCalls();
  render(section(composedFrom(aResponse({ month: [anOption('Pro', 1), anOption('Galaxy', 2)] }))));
  const [known, unknown] = [card('Pro'), card('Galaxy')].map((item) => item.querySelector('img'));
  expect(known).toHaveAttribute('src', 'pro.svg');
  expect(unknown).toHaveAttribute('src', 'generic.svg');
  expect(unknown?.width).toBe(known?.width);
  expect(unknown?.height).toBe(known?.height);
  expect(unknown).toHaveAttribute('alt', '');
});

test('features that differ between the periods are listed for each', () => {
  answerCalls();
  const month = [anOption('Pro', 1, { codes: ['LIVE_CHAT'] })];
  const year = [anOption('Pro', 2, { codes: ['LIVE_CHAT', 'REPORTS'] })];
  render(section(composedFrom(aResponse({ month, year }))));
  expect(within(card('Pro')).getAllByText('Live chat')).toHaveLength(2);
  expect(screen.getByText('Sales reports').closest('ul')).toHaveAttribute('data-only', 'YEAR');
});

test('very many features are counted, not listed', () => {
  answerCalls();
  const codes = Array.from({ length: 500 }, (_, index) => `CODE_${index}`);
  render(section(composedFrom(aResponse({ month: [anOption('Pro', 1, { codes })], year: null }))));
  expect(within(card('Pro')).getAllByRole('listitem')).toHaveLength(25);
  expect(screen.getByText('and 476 more')).toBeVisible();
});

test('fresh prices replace only what differs', async () => {
  const month = [anOption('Starter', 1100), anOption('Pro', 2400, { previous: 2900 })];
  answerCalls(json(aResponse({ month })));
  const { container } = render(section(composed));
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

test('bad items of an answer are dropped and good ones shown', async () => {
  const month = [
    anOption('Pro', 2500),
    anOption('Negative', -1),
    anOption('Fraction', 9.5),
    anOption('Words', 'NaN'),
    { id: 7 },
    null,
  ];
  answerCalls(json(aResponse({ month, year: null })));
  render(section(null));
  expect(await screen.findByText('$25.00')).toBeVisible();
  expect(plans().getAllByRole('heading')).toHaveLength(1);
  expect(document.body).not.toHaveTextContent(/NaN|undefined|null/);
});

test.each([
  ['a 500', text('Internal Server Error', 500)],
  ['no connection', offline],
  ['HTML', text('<!doctype html><p>Hello')],
  ['malformed JSON', text('{"tables":')],
  ['an empty body', text('')],
  ['an empty object', json({})],
  ['an empty list', json(aResponse({ free: null, month: [], year: [] }))],
  ['null', json(null)],
])('%s keeps the composed prices, tells their day and offers a retry', async (_, answer) => {
  answerCalls(answer);
  render(section(composed));
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
    render(section(composed));
    await act(() => jest.advanceTimersByTimeAsync(4999));
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  } finally {
    jest.useRealTimers();
  }
});

test('a retry keeps the focus whether it fails or heals, and its button goes when the focus does', async () => {
  const fetch = answerCalls(offline, offline, json(aResponse()));
  const user = userEvent.setup();
  render(section(composed));
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

test('a retry that is under way is not started again', async () => {
  const fetch = answerCalls(offline);
  const user = userEvent.setup();
  render(section(composed));
  const button = await tryAgain();
  await user.click(button);
  await user.click(button);
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('status')).toHaveTextContent('Checking prices…');
});

test('the place of the notice is in the page before the notice', async () => {
  answerCalls(offline);
  render(section(composed));
  const place = screen.getByRole('status');
  expect(place).toBeEmptyDOMElement();
  await tryAgain();
  expect(screen.getByRole('status')).toBe(place);
});

test('without any prices blank tags wait, and a failure offers a retry that fills them', async () => {
  answerCalls(offline, json(aResponse()));
  const user = userEvent.setup();
  const { container } = render(section(null));
  const blanks = container.querySelectorAll('.blank').length;
  expect(blanks).toBe(4);
  expect(screen.getByText('Loading prices…')).toBeInTheDocument();
  await user.click(await tryAgain());
  expect(await screen.findByText('$24.00')).toBeVisible();
  expect(container.querySelectorAll('.blank')).toHaveLength(0);
});

test('a missing annual period disables the switch and says why', () => {
  answerCalls();
  render(section(composedFrom(aResponse({ year: null }))));
  expect(theSwitch()).toBeDisabled();
  expect(theSwitch()).not.toBeChecked();
  expect(theSwitch()).toHaveAccessibleDescription('No annual prices right now.');
});

test('a missing monthly period shows the annual one', () => {
  answerCalls();
  render(section(composedFrom(aResponse({ month: null }))));
  expect(theSwitch()).toBeDisabled();
  expect(theSwitch()).toBeChecked();
  expect(theSwitch()).toHaveAccessibleDescription('No monthly prices right now.');
});

test('a period that goes away while it is chosen turns the switch back and keeps the focus near', async () => {
  let answer: (response: Response) => void = () => undefined;
  answerCalls(() => new Promise((resolve) => (answer = resolve)));
  const user = userEvent.setup();
  render(section(composed));
  await user.click(theSwitch());
  await act(async () => answer(new Response(JSON.stringify(aResponse({ year: null })))));
  expect(await tryAgain()).toBeVisible();
  expect(theSwitch()).not.toBeChecked();
  expect(theSwitch()).toBeDisabled();
  expect(screen.getByRole('status')).toHaveFocus();
});

test('of ten thousand options a first batch is shown; "Show more plans" adds one and moves on to it', async () => {
  answerCalls();
  const month = Array.from({ length: 10_000 }, (_, index) => anOption(`Plan ${index}`, index + 1));
  const user = userEvent.setup();
  render(section(composedFrom(aResponse({ month, year: [anOption('Yearly', 1)] }))));
  expect(plans().getAllByRole('heading')).toHaveLength(13);
  const more = screen.getByRole('button', { name: 'Show more plans' });
  expect(more.parentElement).toHaveAttribute('data-only', 'MONTH');
  await user.click(more);
  expect(plans().getAllByRole('heading')).toHaveLength(25);
  expect(screen.getByRole('heading', { name: 'Plan 12' })).toHaveFocus();
});

test('"Show more plans" goes when everything is shown', async () => {
  answerCalls();
  const month = Array.from({ length: 13 }, (_, index) => anOption(`Plan ${index}`, index + 1));
  const user = userEvent.setup();
  render(section(composedFrom(aResponse({ month, year: null }))));
  await user.click(screen.getByRole('button', { name: 'Show more plans' }));
  expect(screen.queryByRole('button', { name: 'Show more plans' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Plan 12' })).toHaveFocus();
});
