import { periods, type Prices, type PlanTables } from '@shopwright/shared/contracts/plans';

/**
 * News about the prices.
 * `kept`: the call failed or had no plan, and the prices of the page stay. `partly`: the response lacks a part that
 * the page was composed with. `none`: there is nothing to choose from. `recovered`: a retry had everything.
 */
export type PriceNews = 'kept' | 'partly' | 'none' | 'recovered';

export interface PricesState {
  /** Prices of the deployment. */
  readonly prices: Prices | null;
  /** The prices that are shown. */
  readonly tables: PlanTables | null;
  readonly calling: boolean;
  readonly news: PriceNews | null;
}

/** `'loading'`, or the tables that were read; null for a failed call, or one without any usable plan. */
type PricesEvent = 'loading' | PlanTables | null;

/** The state that the server renders and that the browser begins with: the call is on its way. */
export function initialPrices(prices: Prices | null): PricesState {
  return { prices, tables: prices?.tables ?? null, calling: true, news: null };
}

/** Whether at least one period has a plan. A response without any counts as failed. */
export function hasPlans(tables: PlanTables | null): tables is PlanTables {
  return tables !== null && periods.some((period) => tables.periods[period] !== null);
}

/**
 * How a call changes the prices (README.md, "The call"): the good parts of a
 * response are shown, and a response without any changes nothing. A period that an otherwise good
 * response lacks is not shown: an offer that the service no longer makes cannot be taken up.
 */
export function reducePrices({ prices, ...state }: PricesState, event: PricesEvent): PricesState {
  if (event === 'loading') return { prices, ...state, calling: true };
  if (!hasPlans(event)) {
    // A response with only the free option is better than nothing, but worse than the prices of the deployment.
    const tables = state.tables ?? event;
    const news = state.news ?? (hasPlans(tables) ? 'kept' : 'none');
    return { prices, tables, calling: false, news };
  }
  const composed = prices?.tables;
  // A part of the deployment is missing from the response.
  const partly =
    (event.free === null && composed?.free != null) ||
    periods.some((period) => composed?.periods[period] && !event.periods[period]);
  return {
    prices,
    tables: { free: event.free ?? composed?.free ?? null, periods: event.periods },
    calling: false,
    news: partly ? 'partly' : state.news && 'recovered',
  };
}
