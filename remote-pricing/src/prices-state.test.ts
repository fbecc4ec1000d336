import { parsePlanTables, type Prices, type PlanTables } from '@shopwright/shared/contracts/plans';
import { noticeText, switchReason } from './notice-text';
import { initialPrices, reducePrices, type PricesState } from './prices-state';
import { anOption, aResponse } from './testing/tables-response';

function tables(response: unknown): PlanTables {
  const parsed = parsePlanTables(response);
  if (!parsed) throw new Error('The response of this test cannot be shown.');
  return parsed;
}

const prices: Prices = { tables: tables(aResponse()), readOn: '2026-09-30' };
const newer = tables(aResponse({ month: [anOption('Starter', 1000)] }));
const withoutYear = tables(aResponse({ year: null }));
const withoutFree = tables(aResponse({ free: null }));
const onlyFree = tables(aResponse({ month: null, year: null }));

/** @param events 'loading', or the response to that */
const after = (
  start: Prices | null,
  ...events: Parameters<typeof reducePrices>[1][]
): PricesState => events.reduce(reducePrices, initialPrices(start));

test('composed prices are shown without a notice until a valid response arrives', () => {
  const states = [after(prices), after(prices, newer)];
  expect(states.map(({ shownTables: shown }) => shown)).toEqual([prices.tables, newer]);
  expect(states.map(noticeText)).toEqual(['', '']);
});

test.each([
  ['fails', null],
  ['brings only a free option', onlyFree],
])('a call that %s keeps the composed prices and shows their day', (_, answer) => {
  const state = after(prices, answer);
  expect(state.shownTables).toBe(prices.tables);
  expect(noticeText(state)).toBe('Prices as of Sep 30, 2026. Newer ones did not load.');
});

test('without composed prices a lone free option is shown', () => {
  const state = after(null, onlyFree);
  expect(state.shownTables?.free?.name).toBe('Free');
  expect(state.notice).toBe('none');
});

test('a retry shows that it is checking, and then its result', () => {
  expect(noticeText(after(prices, null, 'loading'))).toBe('Checking prices…');
  expect(noticeText(after(prices, null, 'loading', newer))).toBe('Prices are up to date.');
  expect(noticeText(after(prices, null, 'loading', null))).toBe(
    'Prices as of Sep 30, 2026. Newer ones did not load.',
  );
});

test('a response without a period is shown without it, with a retry', () => {
  const state = after(prices, withoutYear);
  expect(state.shownTables?.periods.YEAR).toBeNull();
  expect(state.notice).toBe('partly');
  expect(noticeText(state)).toBe('No annual prices right now.');
});

test('a response without the free option keeps the composed one and shows its day', () => {
  const state = after(prices, withoutFree);
  expect(state.shownTables?.free).toBe(prices.tables.free);
  expect(noticeText(state)).toBe('Some prices did not load. The free plan is as of Sep 30, 2026.');
});

test('a period that was never offered is reported without a retry', () => {
  const state = after({ ...prices, tables: withoutYear }, withoutYear);
  expect(state.notice).toBeNull();
  expect(noticeText(state)).toBe('No annual prices right now.');
});

test('a missing part stays reported until a response has it again', () => {
  const twice = after(prices, withoutYear, 'loading', withoutYear);
  expect(twice.notice).toBe('partly');
  expect(reducePrices(twice, newer).notice).toBe('recovered');
});

test('the switch names the missing period', () => {
  expect(switchReason(withoutYear)).toBe('No annual prices right now.');
  expect(switchReason(tables(aResponse({ month: null })))).toBe('No monthly prices right now.');
  expect(switchReason(onlyFree)).toBe('No plans right now.');
});
