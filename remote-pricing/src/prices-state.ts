import { periods, type Prices, type PlanTables } from '@shopwright/shared/contracts/plans';

/**
 * The notice that the section shows about the prices.
 * `kept`: the call failed or returned no plan, so the page keeps its prices. `partly`: the response lacks a part that
 * the page was composed with. `none`: there is no plan to show. `recovered`: a retry returned all prices.
 */
export type NoticeKind = 'kept' | 'partly' | 'none' | 'recovered';

export interface PricesState {
  /** The prices that the page was composed with. */
  readonly composedPrices: Prices | null;
  /** The prices that are shown. */
  readonly shownTables: PlanTables | null;
  readonly isLoading: boolean;
  readonly notice: NoticeKind | null;
}

/** `'loading'` when a call starts; then the tables that it returned, or null if it failed or none were usable. */
type PricesEvent = 'loading' | PlanTables | null;

/** Returns the state for the prerendered page and for hydration, in which the call counts as running. */
export function initialPrices(composedPrices: Prices | null): PricesState {
  const shownTables = composedPrices?.tables ?? null;
  return { composedPrices, shownTables, isLoading: true, notice: null };
}

/** Returns whether at least one period has a plan. A response without plans counts as failed. */
export function hasPlans(tables: PlanTables | null): tables is PlanTables {
  return tables !== null && periods.some((period) => tables.periods[period] !== null);
}

/**
 * Returns the state after an event of the call (remote-pricing/README.md, "The call"). The valid parts of a response
 * replace the shown prices; a response without plans changes nothing. A period that is missing from a response with
 * plans is no longer shown, because visitors cannot buy what the service no longer offers.
 */
export function reducePrices(state: PricesState, event: PricesEvent): PricesState {
  if (event === 'loading') return { ...state, isLoading: true };
  if (!hasPlans(event)) {
    // Shows a response with only the free option if the page has no prices of its own.
    const shownTables = state.shownTables ?? event;
    const notice = state.notice ?? (hasPlans(shownTables) ? 'kept' : 'none');
    return { ...state, shownTables, isLoading: false, notice };
  }
  const composedTables = state.composedPrices?.tables;
  // True if the response lacks the free option, or a period, that the page was composed with.
  const partly =
    periods.some((period) => composedTables?.periods[period] && !event.periods[period]) ||
    (!event.free && composedTables?.free);
  return {
    ...state,
    shownTables: { free: event.free ?? composedTables?.free ?? null, periods: event.periods },
    isLoading: false,
    notice: partly ? 'partly' : state.notice && 'recovered',
  };
}
