import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { forgetState } from '../hydration/state-transfer';
import { currentVisit, type Visit } from './visit';

/**
 * Goes to an address of the site.
 * @param destination path with search and hash, under the base path
 */
export type Navigate = (destination: string) => void;

/**
 * Milliseconds that the last page stays for what the next one needs. A skeleton would come sooner, and the
 * page later: React leaves one in place for 300 ms.
 */
const loadTimeout = 400;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Another page fades in over the last one, where the browser can do that and the visitor wants movement. */
function showNewPage(update: () => void): void {
  if (
    typeof document.startViewTransition !== 'function' ||
    document.visibilityState !== 'visible' ||
    window.matchMedia('(prefers-reduced-motion: reduce)').matches
  ) {
    startTransition(update);
    return;
  }
  const transition = document.startViewTransition(() => flushSync(update));
  // Rejected when it is skipped, for instance by the next one; the page has changed all the same.
  for (const state of ['updateCallbackDone', 'ready', 'finished'] as const) {
    transition[state].catch(() => undefined);
  }
}

/**
 * Follows the browser's history, and writes to it.
 *
 * The visit is state of one component and handed down as props, not a context above the pages: a
 * context that changes makes React render whatever it has not hydrated yet below it, and prerendered
 * markup (an island, a remote that is away) would be lost with a click on `#features`.
 * @param first where the page was rendered for
 * @param load brings what a page needs; null where all of it is there
 */
export function useVisits(
  basePath: string,
  first: () => Visit,
  load: (pathname: string) => Promise<unknown> | null,
): readonly [Visit, Navigate] {
  const [visit, setVisit] = useState(first);
  const shown = useRef(visit.pathname);

  const show = useCallback(
    (move: Visit['move']) => {
      const next = currentVisit(basePath, move);
      const isNewPage = next.pathname !== shown.current;
      shown.current = next.pathname;
      // Within a page at once: the next key a visitor presses must find the focus at the anchor.
      if (!isNewPage) {
        setVisit(next);
        return;
      }
      const turn = () => {
        // Not when the visitor has gone on meanwhile.
        if (shown.current !== next.pathname) return;
        forgetState();
        showNewPage(() => setVisit(next));
      };
      const loading = load(next.pathname);
      if (loading) void Promise.race([loading, wait(loadTimeout)]).then(turn);
      else turn();
    },
    [basePath, load],
  );

  useEffect(() => {
    const onPopState = () => show('POP');
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, [show]);

  const navigate = useCallback<Navigate>(
    (destination) => {
      const entry = { key: Math.random().toString(36).slice(2, 10) };
      const address = new URL(`${basePath}${destination}`, window.location.href).href;
      // Like the browser, the same address again makes no second entry in the history.
      if (address === window.location.href) window.history.replaceState(entry, '');
      else window.history.pushState(entry, '', address);
      show('PUSH');
    },
    [basePath, show],
  );
  return [visit, navigate];
}
