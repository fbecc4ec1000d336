import { useCallback, useEffect, useRef, useState } from 'react';
import { forgetState } from '../hydration/state-transfer';
import { turnPage } from './turn-page';
import { currentVisit, type Move, type Visit } from './visit';

/**
 * Goes to an address of the site.
 * @param destination path with search and hash, under the base path
 */
export type Navigate = (destination: string, options?: { readonly replace?: boolean }) => void;

/**
 * Follows the browser's history, and writes to it.
 *
 * The visit is state of one component and handed down as props, not a context above the pages: a
 * context that changes makes React render whatever it has not hydrated yet below it, and prerendered
 * markup (an island, a remote that is away) would be lost with a click on `#features`.
 * @param first where the page was rendered for
 */
export function useVisits(basePath: string, first: () => Visit): readonly [Visit, Navigate] {
  const [visit, setVisit] = useState(first);
  const shown = useRef(visit.pathname);

  const show = useCallback(
    (move: Move) => {
      const next = currentVisit(basePath, move);
      const isNewPage = next.pathname !== shown.current;
      shown.current = next.pathname;
      if (isNewPage) forgetState();
      turnPage(() => setVisit(next), isNewPage);
    },
    [basePath],
  );

  useEffect(() => {
    const onPopState = () => show('POP');
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, [show]);

  const navigate = useCallback<Navigate>(
    (destination, { replace = false } = {}) => {
      const entry = { key: Math.random().toString(36).slice(2, 10) };
      const address = `${basePath}${destination}`;
      if (replace) window.history.replaceState(entry, '', address);
      else window.history.pushState(entry, '', address);
      show(replace ? 'REPLACE' : 'PUSH');
    },
    [basePath, show],
  );
  return [visit, navigate];
}
