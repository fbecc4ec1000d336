import * as v from 'valibot';
import type { Database } from '../database/open';

interface MinorUnits {
  readonly price: number;
}

interface PlanOption {
  readonly id: number;
  readonly subscriptionPlan: string;
  /** Minor units. */
  readonly cost: MinorUnits;
  readonly previousCost: MinorUnits;
  readonly feature: { readonly features: readonly { readonly code: string }[] };
}

/** The answer of the tables call (remote-pricing/README.md, The call). */
export interface TablesResponse {
  readonly freeOption: PlanOption | null;
  readonly tables: {
    readonly MONTH: { readonly options: readonly PlanOption[] };
    readonly YEAR: { readonly options: readonly PlanOption[] };
  };
}

const planRows = v.array(
  v.object({
    id: v.number(),
    period: v.picklist(['FREE', 'MONTH', 'YEAR']),
    name: v.string(),
    price: v.number(),
    previous_price: v.number(),
  }),
);

const featureRows = v.array(v.object({ plan_id: v.number(), code: v.string() }));

/**
 * Prepares reading the plans.
 * @returns a function that reads them as they are now, in the order they are shown
 */
export function planTables(database: Database): () => TablesResponse {
  const plans = database.prepare(
    'SELECT id, period, name, price, previous_price FROM plan ORDER BY period, position',
  );
  const features = database.prepare(
    'SELECT plan_id, code FROM plan_feature ORDER BY plan_id, position',
  );

  return () => {
    const codes = v.parse(featureRows, features.all());
    const featuresOf = (plan: number) =>
      codes.filter((row) => row.plan_id === plan).map(({ code }) => ({ code }));
    const options = v.parse(planRows, plans.all()).map((row) => ({
      period: row.period,
      option: {
        id: row.id,
        subscriptionPlan: row.name,
        cost: { price: row.price },
        previousCost: { price: row.previous_price },
        feature: { features: featuresOf(row.id) },
      },
    }));
    const of = (period: string) =>
      options.filter((item) => item.period === period).map(({ option }) => option);
    return {
      freeOption: of('FREE')[0] ?? null,
      tables: { MONTH: { options: of('MONTH') }, YEAR: { options: of('YEAR') } },
    };
  };
}
