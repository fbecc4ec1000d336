import * as v from 'valibot';

/** GET. Root-relative, so that `/signup/` does not change it. */
export const tablesPath = '/subscription/api/v1/subscription-plan/public/tables';

/** One plan of a period. Prices are minor units (cents). */
export interface Plan {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly previousPrice: number;
  readonly features: readonly string[];
}

/** The free option. It has no id and no previous price in the response. */
export interface FreePlan {
  readonly name: string;
  readonly price: number;
  readonly features: readonly string[];
}

export const periods = ['MONTH', 'YEAR'] as const;
export type Period = (typeof periods)[number];

/** What the pricing section shows. A part that the response lacks is null. */
export interface PlanTables {
  readonly free: FreePlan | null;
  readonly periods: Readonly<Record<Period, readonly Plan[] | null>>;
}

/** Prices written into a page when it was composed. */
export interface Prices {
  readonly tables: PlanTables;
  /** ISO 8601 date (UTC) of the call that the prices come from. */
  readonly readOn: string;
}

const minorUnits = v.object({
  price: v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(0),
    // JSON can say -0, which formats as "-0.00".
    v.transform((price) => price + 0),
  ),
});
const planName = v.pipe(v.string(), v.trim(), v.minLength(1));
const featureList = v.object({ features: v.array(v.unknown()) });
const feature = v.object({ code: v.pipe(v.string(), v.minLength(1)) });

const planOption = v.object({
  id: v.union([v.string(), v.number()]),
  subscriptionPlan: planName,
  cost: minorUnits,
  previousCost: v.optional(v.unknown()),
  feature: v.optional(v.unknown()),
});

const freeOption = v.object({
  subscriptionPlan: planName,
  cost: minorUnits,
  feature: v.optional(v.unknown()),
});

/** Feature codes that fit; the rest are dropped one by one. */
function featureCodes(value: unknown): string[] {
  const list = v.safeParse(featureList, value);
  if (!list.success) return [];
  const codes = list.output.features.flatMap((item) => {
    const parsed = v.safeParse(feature, item);
    return parsed.success ? [parsed.output.code] : [];
  });
  return [...new Set(codes)];
}

function parsePlan(value: unknown): Plan | null {
  const parsed = v.safeParse(planOption, value);
  if (!parsed.success) return null;
  const { id, subscriptionPlan, cost, previousCost, feature: features } = parsed.output;
  const previous = v.safeParse(minorUnits, previousCost);
  return {
    id: String(id),
    name: subscriptionPlan,
    price: cost.price,
    previousPrice: previous.success ? previous.output.price : cost.price,
    features: featureCodes(features),
  };
}

function parseFreePlan(value: unknown): FreePlan | null {
  const parsed = v.safeParse(freeOption, value);
  if (!parsed.success) return null;
  const { subscriptionPlan, cost, feature: features } = parsed.output;
  return { name: subscriptionPlan, price: cost.price, features: featureCodes(features) };
}

const periodTable = v.object({ options: v.array(v.unknown()) });

function parsePeriod(value: unknown): Plan[] | null {
  const table = v.safeParse(periodTable, value);
  if (!table.success) return null;
  const byId = new Map<string, Plan>();
  for (const option of table.output.options) {
    const plan = parsePlan(option);
    if (plan && !byId.has(plan.id)) byId.set(plan.id, plan);
  }
  return byId.size > 0 ? [...byId.values()] : null;
}

const tablesByPeriod = v.object({
  MONTH: v.optional(v.unknown()),
  YEAR: v.optional(v.unknown()),
});

const tablesResponse = v.object({
  freeOption: v.optional(v.unknown()),
  tables: v.optional(v.unknown()),
});

/**
 * Reads the answer of the tables call. Items that do not fit are dropped
 * one by one; a period without a usable plan is null.
 * @returns null when nothing in it can be shown
 */
export function parsePlanTables(response: unknown): PlanTables | null {
  const parsed = v.safeParse(tablesResponse, response);
  if (!parsed.success) return null;
  const tables = v.safeParse(tablesByPeriod, parsed.output.tables);
  const byPeriod = tables.success ? tables.output : { MONTH: undefined, YEAR: undefined };
  const free = parseFreePlan(parsed.output.freeOption);
  const MONTH = parsePeriod(byPeriod.MONTH);
  const YEAR = parsePeriod(byPeriod.YEAR);
  if (!free && !MONTH && !YEAR) return null;
  return { free, periods: { MONTH, YEAR } };
}

const storedPlan = v.object({
  id: v.string(),
  name: v.string(),
  price: v.number(),
  previousPrice: v.number(),
  features: v.array(v.string()),
});
const storedPeriod = v.nullable(v.array(storedPlan));
const prices = v.object({
  readOn: v.string(),
  tables: v.object({
    free: v.nullable(
      v.object({ name: v.string(), price: v.number(), features: v.array(v.string()) }),
    ),
    periods: v.object({ MONTH: storedPeriod, YEAR: storedPeriod }),
  }),
});

/**
 * Reads prices that compose wrote, from a page or from the ledger.
 * @returns null when the value is something else
 */
export function parsePrices(value: unknown): Prices | null {
  const parsed = v.safeParse(prices, value);
  return parsed.success ? parsed.output : null;
}
