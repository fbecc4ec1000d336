import fc from 'fast-check';
import type { Period, Plan, PlanTables } from '@shopwright/shared/contracts/plans';
import { toCards as toFirstCards, type PlanCardData } from './planCards';

const plan = (name: string, price = 100): Plan => ({
  id: `${name}-${price}`,
  name,
  price,
  previousPrice: price,
  features: [],
});
const plans = (names: string) => Array.from(names, plan);
const toCards = (tables: PlanTables['periods'], limit = 10_000) => toFirstCards(tables, limit);
const names = (cards: readonly PlanCardData[], period: Period) =>
  cards.flatMap(({ offers }) => offers[period]?.name ?? []).join('');

test('a plan of one period stands in its place in the order of that period', () => {
  const cards = toCards({ MONTH: plans('ABD'), YEAR: plans('BCD') });
  expect(cards.map(({ name }) => name).join('')).toBe('ABCD');
});

test('lists that contradict each other both keep their order', () => {
  const cards = toCards({ MONTH: plans('ABC'), YEAR: plans('CAB') });
  expect(names(cards, 'MONTH')).toBe('ABC');
  expect(names(cards, 'YEAR')).toBe('CAB');
});

test('whatever the lists, each keeps its plans and order, and no two cards share a key', () => {
  const list = fc.string({ unit: fc.constantFrom('A', 'B', 'C', 'D'), maxLength: 12 });
  fc.assert(
    fc.property(list, list, (month, year) => {
      const cards = toCards({ MONTH: plans(month), YEAR: plans(year) });
      expect(names(cards, 'MONTH')).toBe(month);
      expect(names(cards, 'YEAR')).toBe(year);
      expect(new Set(cards.map(({ key }) => key)).size).toBe(cards.length);
    }),
  );
});

test('a card keeps its key when its price changes or the other period goes away', () => {
  const [before] = toCards({ MONTH: [plan('A', 1)], YEAR: [plan('A', 2)] });
  const [after] = toCards({ MONTH: [plan('A', 3)], YEAR: null });
  expect(after?.key).toBe(before?.key);
});

test('the cards hold the first options of each period, however the lists differ in length', () => {
  const month = Array.from({ length: 10_000 }, (_, index) => plan(`M${index}`));
  const cards = toCards({ MONTH: month, YEAR: [plan('Y0'), plan('M9'), plan('Y2')] }, 10);
  expect(cards.flatMap(({ offers }) => offers.MONTH?.name ?? [])).toEqual(
    month.slice(0, 10).map(({ name }) => name),
  );
  expect(cards.flatMap(({ offers }) => offers.YEAR?.name ?? [])).toEqual(['Y0', 'M9', 'Y2']);
  expect(cards).toHaveLength(12);
});

test('ten thousand options of one name are not compared each with each', () => {
  let reads = 0;
  const same = Array.from({ length: 10_000 }, (_, index) =>
    Object.defineProperty(plan('Same', index), 'name', { get: () => (reads += 1) && 'Same' }),
  );
  expect(toCards({ MONTH: same, YEAR: same })).toHaveLength(10_000);
  expect(reads).toBeLessThan(200_000);
});
