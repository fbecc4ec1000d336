import { useCallback, useEffect, useReducer } from 'react';
import { parsePlanTables, tablesPath, type Prices } from '@shopwright/shared/contracts/plans';
import { getJson } from '@shopwright/shared/http';
import { initialPrices, reducePrices, type PricesState } from './prices-state';

/** Time limit of the call (remote-pricing/README.md, "The call"). */
const timeLimitMs = 5000;

/**
 * Returns the prices of the page first, and then those of the tables call. The hook makes the call when the section
 * loads, and again on `reload`.
 */
export function usePrices(prices: Prices | null): PricesState & { reload: () => void } {
  const [state, dispatch] = useReducer(reducePrices, prices, initialPrices);

  const reload = useCallback(() => {
    dispatch('loading');
    void getJson(tablesPath, timeLimitMs)
      .then(parsePlanTables, () => null)
      .then(dispatch);
  }, []);
  useEffect(reload, [reload]);

  return { ...state, reload };
}
