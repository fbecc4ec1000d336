import {
  periods,
  type Period,
  type Plan,
  type PlansByPeriod,
} from '@shopwright/shared/contracts/plans';

/** One price tag: a plan with its options in all periods that have the plan. */
export interface PlanTagData {
  /** The React key. It depends on the plan's name and not on prices, so that new prices keep the tag's nodes. */
  readonly key: string;
  readonly name: string;
  readonly plans: Readonly<Partial<Record<Period, Plan>>>;
}

type TagPlans = PlanTagData['plans'];

/** Merges the plans of both periods by name into one list that keeps the order of both. */
function mergeByName(monthly: readonly Plan[], yearly: readonly Plan[]): TagPlans[] {
  const names = monthly.map(({ name }) => name);
  const monthOnly = (plans: readonly Plan[]): TagPlans[] => plans.map((MONTH) => ({ MONTH }));
  const tagPlans: TagPlans[] = [];
  let next = 0;
  for (const YEAR of yearly) {
    const index = names.indexOf(YEAR.name, next);
    const MONTH = monthly[index];
    if (!MONTH) {
      tagPlans.push({ YEAR });
      continue;
    }
    tagPlans.push(...monthOnly(monthly.slice(next, index)), { MONTH, YEAR });
    next = index + 1;
  }
  return [...tagPlans, ...monthOnly(monthly.slice(next))];
}

/**
 * Turns the first `limit` plans of each period into tags. A plan with both periods becomes one tag, in which the switch
 * changes only the price. If the order of the two lists differs, such a plan may get one tag per period.
 */
export function toPlanTags(plansByPeriod: PlansByPeriod, limit: number): PlanTagData[] {
  const countByName = new Map<string, number>();
  const [monthly = [], yearly = []] = periods.map((period) =>
    plansByPeriod[period]?.slice(0, limit),
  );
  return mergeByName(monthly, yearly).map((plans) => {
    const name = (plans.MONTH ?? plans.YEAR)?.name ?? '';
    const count = countByName.get(name) ?? 0;
    countByName.set(name, count + 1);
    return { key: `${name} ${count}`, name, plans };
  });
}

/** Returns the only period that a tag, or a part of it, belongs to; undefined if it belongs to both. */
export function onlyPeriod(ofPeriods: readonly Period[]): Period | undefined {
  return ofPeriods.length === 1 ? ofPeriods[0] : undefined;
}

/**
 * Calculates the saving of paying by the year, in monthly prices.
 * @returns null if no plan has both periods, if the saving differs between plans, or if it is not a whole number
 */
export function monthsFree({ MONTH, YEAR }: PlansByPeriod): number | null {
  const monthsSaved = YEAR?.flatMap(({ name, price }) => {
    const month = MONTH?.find((plan) => plan.name === name)?.price;
    return month ? [12 - price / month] : [];
  });
  const [months = 0, ...otherMonths] = new Set(monthsSaved);
  return months >= 1 && Number.isInteger(months) && otherMonths.length === 0 ? months : null;
}
