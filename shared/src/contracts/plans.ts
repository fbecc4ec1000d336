import * as v from 'valibot';

/** Path of the tables call (GET). */
export const tablesPath = '/subscription/api/v1/subscription-plan/public/tables';

/** Billing periods, as the tables call of the specification names them. */
export const periods = ['MONTH', 'YEAR'] as const;
export type Period = (typeof periods)[number];

/** The fields that every plan has. The response gives the free plan no other. */
export interface PlanBasics {
  readonly name: string;
  /** Minor units (cents). */
  readonly price: number;
  readonly features: readonly string[];
}

export interface Plan extends PlanBasics {
  readonly id: string;
  readonly previousPrice: number;
}

/** The plans of each period, or null if the response has no valid plan for it. */
export type PlansByPeriod = Readonly<Record<Period, readonly Plan[] | null>>;

/** The tables that the pricing section shows. */
export interface PlanTables {
  /** The free plan, or null if the response has no valid one. */
  readonly free: PlanBasics | null;
  /** Releases of pricing that may be live read this name, so a change of it needs another `providesVersion`. */
  readonly periods: PlansByPeriod;
}

/** The prices that a page was composed with. */
export interface Prices {
  readonly tables: PlanTables;
  /** ISO 8601 date (UTC) of the tables call that returned them. */
  readonly readOn: string;
}

/** Replaces a missing or invalid value of the response with null. */
const orNull = <Output>(schema: v.GenericSchema<unknown, Output>) =>
  v.fallback(v.nullable(schema), null);

/** Drops the invalid items of a list and keeps the others. */
const fitting = <Output>(item: v.GenericSchema<unknown, Output>) =>
  v.pipe(
    v.array(orNull(item)),
    v.transform((items) => items.filter((option) => option !== null)),
  );

const isAmount = v.check((units: number) => Number.isSafeInteger(units) && units >= 0);
const isText = v.check((text: string) => text !== '');

const minorUnitsSchema = v.pipe(
  v.object({ price: v.pipe(v.number(), isAmount) }),
  v.transform(({ price }) => price),
);

const featureSchema = v.object({ code: v.pipe(v.string(), isText) });
const optionFields = {
  subscriptionPlan: v.pipe(
    v.string(),
    v.transform((name) => name.trim()),
    isText,
  ),
  cost: minorUnitsSchema,
  feature: orNull(v.object({ features: fitting(featureSchema) })),
};

function toPlanBasics(
  source: v.InferOutput<v.ObjectSchema<typeof optionFields, undefined>>,
): PlanBasics {
  const codes = source.feature?.features.map(({ code }) => code);
  return { name: source.subscriptionPlan, price: source.cost, features: [...new Set(codes)] };
}

const freeOptionSchema = v.pipe(v.object(optionFields), v.transform(toPlanBasics));

/** A string or a number. `v.union` would add 0.2 KB to every page. */
const idSchema = v.pipe(
  v.unknown(),
  v.check((value) => typeof value === 'string' || Number.isFinite(value)),
  v.transform(String),
);

const planOptionSchema = v.pipe(
  v.object({
    ...optionFields,
    id: idSchema,
    previousCost: orNull(minorUnitsSchema),
  }),
  v.transform(({ previousCost, ...rest }): Plan => {
    const { name, price, features } = toPlanBasics(rest);
    return { id: rest.id, name, price, previousPrice: previousCost ?? price, features };
  }),
);

const tableSchema = v.pipe(
  v.object({ options: fitting(planOptionSchema) }),
  v.transform(({ options }) => {
    const byId = new Map<string, Plan>();
    for (const plan of options) if (!byId.has(plan.id)) byId.set(plan.id, plan);
    return byId.size > 0 ? [...byId.values()] : null;
  }),
);

const tablesResponseSchema = v.object({
  freeOption: orNull(freeOptionSchema),
  tables: orNull(v.object({ MONTH: orNull(tableSchema), YEAR: orNull(tableSchema) })),
});

/**
 * Parses the response of the tables call. Drops each invalid item and keeps the others.
 * @returns null if the response contains nothing that can be shown
 */
export function parsePlanTables(response: unknown): PlanTables | null {
  const parsed = v.safeParse(tablesResponseSchema, response);
  if (!parsed.success) return null;
  const { freeOption: free, tables } = parsed.output;
  const { MONTH, YEAR } = tables ?? { MONTH: null, YEAR: null };
  return free || MONTH || YEAR ? { free, periods: { MONTH, YEAR } } : null;
}
