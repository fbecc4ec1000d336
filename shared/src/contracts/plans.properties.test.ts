import fc from 'fast-check';
import { parsePlanTables, type Plan } from '@shopwright/shared/contracts/plans';

/** Values of any shape, with a fair share of those that nearly fit. */
const price = fc.oneof(
  fc.nat(),
  fc.integer(),
  fc.double(),
  fc.constantFrom('1', null, -0, 2 ** 60),
);
const cost = fc.oneof(fc.record({ price }, { requiredKeys: [] }), fc.jsonValue());
const feature = fc.oneof(
  fc.record({ features: fc.array(fc.oneof(fc.record({ code: fc.string() }), fc.jsonValue())) }),
  fc.jsonValue(),
);
const option = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        id: fc.oneof(fc.nat(5), fc.string({ maxLength: 2 })),
        subscriptionPlan: fc.oneof(fc.string(), fc.constantFrom('Standard', ' ', null, 3)),
        cost,
        previousCost: cost,
        feature,
      },
      { requiredKeys: ['id', 'subscriptionPlan', 'cost'] },
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
);
const table = fc.oneof(fc.record({ options: fc.array(option) }), fc.jsonValue());
const response = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        freeOption: option,
        tables: fc.record({ MONTH: table, YEAR: table }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: fc.anything() },
);

const isPrice = (value: number): boolean =>
  Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0);

const plansOf = (value: unknown): readonly Plan[] => {
  const periods = parsePlanTables(value)?.periods;
  return [...(periods?.MONTH ?? []), ...(periods?.YEAR ?? [])];
};

test('no response makes the reader throw, and what comes out can be shown', () => {
  fc.assert(
    fc.property(response, (value) => {
      const tables = parsePlanTables(value);
      if (!tables) return;
      if (tables.free) expect(isPrice(tables.free.price)).toBe(true);
      for (const { name, price, previousPrice, features } of plansOf(value)) {
        expect([price, previousPrice].every(isPrice)).toBe(true);
        expect(name.trim()).not.toBe('');
        expect(new Set(features).size).toBe(features.length);
        expect(features).not.toContain('');
      }
      // So that it can be written into a page and read back.
      expect(JSON.parse(JSON.stringify(tables))).toEqual(tables);
    }),
    { numRuns: 1000 },
  );
});
