import { useCallback, useEffect, useReducer, useRef } from 'react';
import { parsePlanTables, tablesPath, type Prices } from '@shopwright/shared/contracts/plans';
import { getJson } from '@shopwright/shared/http';
import { initialPrices, reducePrices, type PricesState } from './prices';

/** README.md, "The call". */
const timeLimitMs = 5000;

/**
 * Prices of the composition first, then those of the tables call, which is made once when the section
 * loads and again on `ask`. A call that is under way when the section goes away is ended.
 */
export function usePrices(prices: Prices | null): PricesState & { ask: () => void } {
  const [state, dispatch] = useReducer(reducePrices, prices, initialPrices);
  const current = useRef<AbortController>(null);

  const ask = useCallback(() => {
    current.current?.abort();
    const { signal } = (current.current = new AbortController());
    dispatch('asked');
    void getJson(tablesPath, { timeLimitMs, signal })
      .then(parsePlanTables, () => null)
      .then((tables) => {
        if (!signal.aborted) dispatch(tables);
      });
  }, []);

  useEffect(() => {
    ask();
    return () => current.current?.abort();
  }, [ask]);

  return { ...state, ask };
}
