import * as v from 'valibot';

/** GET. Root-relative, so that `/signup/` does not change it. */
export const tablesPath = '/subscription/api/v1/subscription-plan/public/tables';

/** The period of a price: a month, or a year at once. Source: the tables call of the specification. */
export const periods = ['MONTH', 'YEAR'] as const;
export type Period = (typeof periods)[number];

const listOf = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.readonly());

const freePlan = v.object({ name: v.string(), price: v.number(), features: listOf(v.string()) });
/** The free option. It has no id and no previous price in the response. */
export type FreePlan = Readonly<v.InferOutput<typeof freePlan>>;

const plan = v.object({ id: v.string(), ...freePlan.entries, previousPrice: v.number() });
/** One plan of a period. Prices are minor units (cents). */
export type Plan = Readonly<v.InferOutput<typeof plan>>;

const plans = v.nullable(listOf(plan));
const planTables = v.object({
  free: v.nullable(freePlan),
  periods: v.object({ MONTH: plans, YEAR: plans }),
});
/** Tables that the pricing section shows. A part that the response lacks is null. */
export type PlanTables = Readonly<v.InferOutput<typeof planTables>>;

const prices = v.object({
  tables: planTables,
  /** ISO 8601 date (UTC) of the call that the prices come from. */
  readOn: v.string(),
});
/** Prices written into a page when it was composed. */
export type Prices = Readonly<v.InferOutput<typeof prices>>;

/**
 * Reads prices that compose wrote, from a page or from the ledger.
 * @returns null when the value is something else
 */
export function parsePrices(value: unknown): Prices | null {
  const parsed = v.safeParse(prices, value);
  return parsed.success ? parsed.output : null;
}

/** A part, or null where it is missing or does not fit. */
const orNull = <Output>(part: v.GenericSchema<unknown, Output>) =>
  v.fallback(v.nullable(part), null);

/** The items of a list that fit; the rest are dropped one by one. */
const fitting = <Output>(item: v.GenericSchema<unknown, Output>) =>
  v.pipe(
    v.array(orNull(item)),
    v.transform((items) => items.filter((given) => given !== null)),
  );

const isAmount = v.check((units: number) => Number.isSafeInteger(units) && units >= 0);
const isText = v.check((text: string) => text !== '');

const minorUnits = v.pipe(
  v.object({ price: v.pipe(v.number(), isAmount) }),
  v.transform(({ price }) => price),
);

const feature = v.object({ code: v.pipe(v.string(), isText) });
const option = {
  subscriptionPlan: v.pipe(
    v.string(),
    v.transform((name) => name.trim()),
    isText,
  ),
  cost: minorUnits,
  feature: orNull(v.object({ features: fitting(feature) })),
};

function toFreePlan(given: v.InferOutput<v.ObjectSchema<typeof option, undefined>>): FreePlan {
  const codes = given.feature?.features.map(({ code }) => code);
  return { name: given.subscriptionPlan, price: given.cost, features: [...new Set(codes)] };
}

const freeOption = v.pipe(v.object(option), v.transform(toFreePlan));

const planOption = v.pipe(
  v.object({
    ...option,
    id: v.union([v.string(), v.number()]),
    previousCost: orNull(minorUnits),
  }),
  v.transform(({ id, previousCost, ...given }): Plan => {
    const { name, price, features } = toFreePlan(given);
    return { id: String(id), name, price, previousPrice: previousCost ?? price, features };
  }),
);

const table = v.pipe(
  v.object({ options: fitting(planOption) }),
  v.transform(({ options }) => {
    const byId = new Map<string, Plan>();
    for (const given of options) if (!byId.has(given.id)) byId.set(given.id, given);
    return byId.size > 0 ? [...byId.values()] : null;
  }),
);

const tablesResponse = v.object({
  freeOption: orNull(freeOption),
  tables: orNull(v.object({ MONTH: orNull(table), YEAR: orNull(table) })),
});

/**
 * Reads the response of the tables call. Items that do not fit are dropped
 * one by one; a period without a usable plan is null.
 * @returns null when nothing in it can be shown
 */
export function parsePlanTables(response: unknown): PlanTables | null {
  const parsed = v.safeParse(tablesResponse, response);
  if (!parsed.success) return null;
  const { freeOption: free, tables } = parsed.output;
  const { MONTH, YEAR } = tables ?? { MONTH: null, YEAR: null };
  return free || MONTH || YEAR ? { free, periods: { MONTH, YEAR } } : null;
}
