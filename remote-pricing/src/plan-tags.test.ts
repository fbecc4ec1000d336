import fc from 'fast-check';
import type { Period, Plan, PlanTables } from '@shopwright/shared/contracts/plans';
import { toPlanTags as toFirstTags, type PlanTagData } from './plan-tags';

const plan = (name: string, price = 100): Plan => ({
  id: `${name}-${price}`,
  name,
  price,
  previousPrice: price,
  features: [],
});
const plans = (names: string) => Array.from(names, plan);
const toPlanTags = (tables: PlanTables['periods'], limit = 10_000) => toFirstTags(tables, limit);
const names = (tags: readonly PlanTagData[], period: Period) =>
  tags.flatMap(({ plans }) => plans[period]?.name ?? []).join('');

test('a plan of only one period keeps its position in that period', () => {
  const tags = toPlanTags({ MONTH: plans('ABD'), YEAR: plans('BCD') });
  expect(tags.map(({ name }) => name).join('')).toBe('ABCD');
});

test('lists that contradict each other both keep their order', () => {
  const tags = toPlanTags({ MONTH: plans('ABC'), YEAR: plans('CAB') });
  expect(names(tags, 'MONTH')).toBe('ABC');
  expect(names(tags, 'YEAR')).toBe('CAB');
});

test('any two lists keep their plans and order, and no two tags share a key', () => {
  const list = fc.string({ unit: fc.constantFrom('A', 'B', 'C', 'D'), maxLength: 12 });
  fc.assert(
    fc.property(list, list, (month, year) => {
      const tags = toPlanTags({ MONTH: plans(month), YEAR: plans(year) });
      expect(names(tags, 'MONTH')).toBe(month);
      expect(names(tags, 'YEAR')).toBe(year);
      expect(new Set(tags.map(({ key }) => key)).size).toBe(tags.length);
    }),
  );
});

test('a tag keeps its key when its price changes or the other period disappears', () => {
  const [before] = toPlanTags({ MONTH: [plan('A', 1)], YEAR: [plan('A', 2)] });
  const [after] = toPlanTags({ MONTH: [plan('A', 3)], YEAR: null });
  expect(after?.key).toBe(before?.key);
});

test('the tags hold the first options of each period, also for lists of different lengths', () => {
  const month = Array.from({ length: 10_000 }, (_, index) => plan(`M${index}`));
  const tags = toPlanTags({ MONTH: month, YEAR: [plan('Y0'), plan('M9'), plan('Y2')] }, 10);
  expect(tags.flatMap(({ plans }) => plans.MONTH?.name ?? [])).toEqual(
    month.slice(0, 10).map(({ name }) => name),
  );
  expect(tags.flatMap(({ plans }) => plans.YEAR?.name ?? [])).toEqual(['Y0', 'M9', 'Y2']);
  expect(tags).toHaveLength(12);
});

test('ten thousand options of one name take no quadratic time', () => {
  let reads = 0;
  const same = Array.from({ length: 10_000 }, (_, index) =>
    Object.defineProperty(plan('Same', index), 'name', { get: () => (reads += 1) && 'Same' }),
  );
  expect(toPlanTags({ MONTH: same, YEAR: same })).toHaveLength(10_000);
  expect(reads).toBeLessThan(200_000);
});
