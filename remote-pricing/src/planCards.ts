import { periods, type Period, type Plan, type PlanTables } from 'shared/contracts/plans';

/** One tag on the rail: a plan with its offer in each period that has it. */
export interface PlanCardData {
  /** Stays the same while the plan keeps its name, so that fresh prices keep its nodes. */
  readonly key: string;
  readonly name: string;
  readonly offers: Readonly<Partial<Record<Period, Plan>>>;
}

type Offers = PlanCardData['offers'];

/** The places of each name in a list, first place last, so that the earliest can be popped. */
function placesByName(plans: readonly Plan[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, { name }] of [...plans.entries()].reverse()) {
    const known = places.get(name);
    if (known) known.push(index);
    else places.set(name, [index]);
  }
  return places;
}

/** The two lists laid over each other, in the order of both. */
function overlay(monthly: readonly Plan[], yearly: readonly Plan[]): Offers[] {
  const places = placesByName(monthly);
  const monthOnly = (plans: readonly Plan[]): Offers[] => plans.map((MONTH) => ({ MONTH }));
  const offers: Offers[] = [];
  let next = 0;
  for (const YEAR of yearly) {
    const candidates = places.get(YEAR.name) ?? [];
    let place = candidates.pop();
    while (place !== undefined && place < next) place = candidates.pop();
    const MONTH = place === undefined ? undefined : monthly[place];
    if (place === undefined || !MONTH) {
      offers.push({ YEAR });
      continue;
    }
    for (const earlier of monthOnly(monthly.slice(next, place))) offers.push(earlier);
    offers.push({ MONTH, YEAR });
    next = place + 1;
  }
  return offers.concat(monthOnly(monthly.slice(next)));
}

/**
 * Turns the option lists into cards. A plan of both periods is one card, so that the markup holds it
 * once and only its price changes with the switch; where the orders of the lists contradict each
 * other, it gets a card for each period. Linear in the number of options.
 */
export function toCards(tables: PlanTables['periods']): PlanCardData[] {
  const seen = new Map<string, number>();
  return overlay(tables.MONTH ?? [], tables.YEAR ?? []).map((offers) => {
    const name = (offers.MONTH ?? offers.YEAR)?.name ?? '';
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return { key: `${name} ${count}`, name, offers };
  });
}

/** The cards that hold the first `limit` options of each period. */
export function firstCards(cards: readonly PlanCardData[], limit: number): PlanCardData[] {
  const counts: Record<Period, number> = { MONTH: 0, YEAR: 0 };
  return cards.filter(
    ({ offers }) =>
      periods.filter((period) => offers[period] !== undefined && counts[period]++ < limit).length >
      0,
  );
}

/** The one period that a card, or a part of it, belongs to; undefined when it is for both. */
export function onlyPeriod(has: readonly Period[]): Period | undefined {
  return has.length === 1 ? has[0] : undefined;
}
