import { useCallback, useEffect, useReducer } from 'react';
import { parsePlanTables, tablesPath, type Prices } from '@shopwright/shared/contracts/plans';
import { getJson } from '@shopwright/shared/http';
import { initialPrices, reducePrices, type PricesState } from './prices';

/** README.md, "The call". */
const timeLimitMs = 5000;

/**
 * Prices of the composition first, then those of the tables call, which is made once when the section
 * loads and again on `ask`.
 */
export function usePrices(prices: Prices | null): PricesState & { ask: () => void } {
  const [state, dispatch] = useReducer(reducePrices, prices, initialPrices);

  const ask = useCallback(() => {
    dispatch('asked');
    void getJson(tablesPath, timeLimitMs)
      .then(parsePlanTables, () => null)
      .then(dispatch);
  }, []);
  useEffect(ask, [ask]);

  return { ...state, ask };
}
