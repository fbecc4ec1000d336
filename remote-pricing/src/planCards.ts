import {
  periods,
  type Period,
  type Plan,
  type PlanTables,
} from '@shopwright/shared/contracts/plans';

/** One tag on the rail: a plan with its offer in each period that has it. */
export interface PlanCardData {
  /** Stays the same while the plan keeps its name, so that fresh prices keep its nodes. */
  readonly key: string;
  readonly name: string;
  readonly offers: Readonly<Partial<Record<Period, Plan>>>;
}

type Offers = PlanCardData['offers'];

/** The two lists laid over each other, in the order of both. */
function overlay(monthly: readonly Plan[], yearly: readonly Plan[]): Offers[] {
  const names = monthly.map(({ name }) => name);
  const monthOnly = (plans: readonly Plan[]): Offers[] => plans.map((MONTH) => ({ MONTH }));
  const offers: Offers[] = [];
  let next = 0;
  for (const YEAR of yearly) {
    const index = names.indexOf(YEAR.name, next);
    const MONTH = monthly[index];
    if (!MONTH) {
      offers.push({ YEAR });
      continue;
    }
    offers.push(...monthOnly(monthly.slice(next, index)), { MONTH, YEAR });
    next = index + 1;
  }
  return [...offers, ...monthOnly(monthly.slice(next))];
}

/**
 * Turns the first `limit` options of each period into cards. A plan of both periods is one card: the markup
 * holds it once, and the switch changes only its price. Where the two lists contradict each other in their
 * order, it gets a card for each period.
 */
export function toCards(tables: PlanTables['periods'], limit: number): PlanCardData[] {
  const seen = new Map<string, number>();
  const [monthly = [], yearly = []] = periods.map((period) => tables[period]?.slice(0, limit));
  return overlay(monthly, yearly).map((offers) => {
    const name = (offers.MONTH ?? offers.YEAR)?.name ?? '';
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return { key: `${name} ${count}`, name, offers };
  });
}

/** The one period that a card, or a part of it, belongs to; undefined when it is for both. */
export function onlyPeriod(has: readonly Period[]): Period | undefined {
  return has.length === 1 ? has[0] : undefined;
}

/**
 * Months that a year costs less than twelve of them.
 * @returns null where no plan is in both periods, or where plans differ, or where it is no whole number
 */
export function monthsFree({ MONTH, YEAR }: PlanTables['periods']): number | null {
  const saved = YEAR?.flatMap(({ name, price }) => {
    const month = MONTH?.find((plan) => plan.name === name)?.price;
    return month ? [12 - price / month] : [];
  });
  const [months = 0, ...others] = new Set(saved);
  return months >= 1 && Number.isInteger(months) && others.length === 0 ? months : null;
}
