import { parsePlanTables } from '@shopwright/shared/contracts/plans';

const option = (id: unknown, price: unknown, more: object = {}): object => ({
  id,
  subscriptionPlan: 'Standard',
  cost: { price },
  previousCost: { price },
  feature: { features: [{ code: 'PRODUCTS_10' }] },
  ...more,
});

const monthly = (...options: unknown[]): unknown => ({ tables: { MONTH: { options } } });
const monthOf = (response: unknown) => parsePlanTables(response)?.periods.MONTH;

test('a whole response is read', () => {
  expect(
    parsePlanTables({
      freeOption: {
        subscriptionPlan: 'FREE',
        cost: { price: 0 },
        feature: { features: [{ code: 'PRODUCTS_1' }] },
      },
      tables: {
        MONTH: { options: [option('m1', 999)] },
        YEAR: { options: [option('y1', 9999, { previousCost: { price: 11988 } })] },
      },
    }),
  ).toEqual({
    free: { name: 'FREE', price: 0, features: ['PRODUCTS_1'] },
    periods: {
      MONTH: [
        { id: 'm1', name: 'Standard', price: 999, previousPrice: 999, features: ['PRODUCTS_10'] },
      ],
      YEAR: [
        {
          id: 'y1',
          name: 'Standard',
          price: 9999,
          previousPrice: 11988,
          features: ['PRODUCTS_10'],
        },
      ],
    },
  });
});

test('options keep the order of the response, and of two with the same id the first is kept', () => {
  const plans = monthOf(monthly(option(7, 1), option('a', 2), option('a', 3), option('7', 4)));
  expect(plans?.map(({ id, price }) => [id, price])).toEqual([
    ['7', 1],
    ['a', 2],
  ]);
});

test.each([
  ['negative', -1],
  ['a fraction', 9.99],
  ['not a number', Number.NaN],
  ['too large to be exact', 2 ** 53],
  ['text', '999'],
  ['absent', undefined],
])('an option whose price is %s is dropped, and its neighbours are kept', (_what, price) => {
  expect(monthOf(monthly(option('a', 1), option('bad', price), option('b', 2)))).toHaveLength(2);
});

test.each([
  ['an option without a name', option('x', 1, { subscriptionPlan: undefined })],
  ['an option with a blank name', option('x', 1, { subscriptionPlan: '  ' })],
  ['an option without an id', option(undefined, 1)],
  ['an option without a cost', option('x', 1, { cost: null })],
  ['null', null],
  ['a text', 'Standard'],
])('%s is dropped', (_what, bad) => {
  expect(monthOf(monthly(bad, option('a', 1)))?.map(({ id }) => id)).toEqual(['a']);
});

test.each([
  ['absent', undefined],
  ['null', null],
  ['a fraction', { price: 0.5 }],
])('a previous price that is %s counts as no change', (_what, previousCost) => {
  expect(monthOf(monthly(option('a', 100, { previousCost })))?.[0]?.previousPrice).toBe(100);
});

test('only invalid features are dropped, and a repeated code is shown once', () => {
  const feature = {
    features: [{ code: 'A' }, null, { code: 5 }, { code: '' }, { code: 'B' }, { code: 'A' }],
  };
  expect(monthOf(monthly(option('a', 1, { feature })))?.[0]?.features).toEqual(['A', 'B']);
});

test('a missing part is null, and the rest is read', () => {
  expect(parsePlanTables(monthly(option('a', 1)))).toMatchObject({
    free: null,
    periods: { MONTH: [{ id: 'a' }], YEAR: null },
  });
  expect(parsePlanTables({ freeOption: { subscriptionPlan: 'Free', cost: { price: 0 } } })).toEqual(
    {
      free: { name: 'Free', price: 0, features: [] },
      periods: { MONTH: null, YEAR: null },
    },
  );
});

test.each([
  ['nothing', undefined],
  ['null', null],
  ['an error page', '<!doctype html>'],
  ['empty tables', { tables: {} }],
  ['tables that are a list', { tables: [option('a', 1)] }],
  ['periods without options', { tables: { MONTH: {}, YEAR: null } }],
  ['a free option alone that does not fit', { freeOption: { cost: { price: 0 } } }],
])('%s has nothing to show', (_what, response) => {
  expect(parsePlanTables(response)).toBeNull();
});
