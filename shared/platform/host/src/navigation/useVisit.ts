import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { shownQuery } from '../host';
import { leavePage } from '../hydration/MountPoint';
import { keepState, recallState } from '../hydration/state-transfer';
import { allowSkipping } from '../hydration/view-transitions';
import type { Visit } from '../site-config';

/** Entries that no script has made share a key, so the address is part of their name. */
export const entryOf = ({ location: { key, pathname, hash } }: Visit) => key + pathname + hash;

/** Milliseconds that the last page stays while the next one loads. A skeleton would delay the page. */
const loadTimeout = 400;

/** Another page fades in over the last one, where the browser can do that and the visitor wants movement. */
function showNewPage(update: () => void): void {
  const isSeen = typeof document.startViewTransition === 'function' && !document.hidden;
  // One step, so that the last page has left by its end.
  const show = () => flushSync(update);
  if (!isSeen || window.matchMedia('(prefers-reduced-motion: reduce)').matches) show();
  else allowSkipping(document.startViewTransition(show));
}

/**
 * The visit that the page shows. It follows the router’s location. Another page fades in once its modules are loaded.
 * The router can wait and fade only in its data mode, which is 17 KB more of script.
 * @param load loads the modules of a page; null if all are there, 'left' if another document shows it
 */
export function useVisit(load: (pathname: string) => Promise<unknown> | 'left' | null): Visit {
  const location = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const [shownVisit, setShown] = useState<Visit>({ location, isReturn });
  const isSamePage = location.pathname === shownVisit.location.pathname;
  // Within a page at once: the next key a visitor presses must find the focus at the anchor.
  if (isSamePage && location !== shownVisit.location) setShown({ location, isReturn });

  useLayoutEffect(() => shownQuery.setState(shownVisit.location.search), [shownVisit]);

  useLayoutEffect(() => {
    if (isSamePage) return undefined;
    const next = { location, isReturn };
    let isAwaited = true;
    const turn = () => {
      if (!isAwaited) return;
      showNewPage(() => {
        // The visitor may have gone on meanwhile.
        if (!isAwaited) return;
        keepState(entryOf(shownVisit));
        recallState(entryOf(next));
        leavePage();
        shownQuery.setState(location.search);
        setShown(next);
      });
    };
    const loading = load(location.pathname);
    if (loading === 'left') return undefined;
    const timeout = new Promise((resolve) => setTimeout(resolve, loadTimeout));
    // A later task, since React unmounts no root within a commit.
    void Promise.race([loading ?? Promise.resolve(), timeout]).then(turn);
    return () => {
      isAwaited = false;
    };
  }, [location, isReturn, isSamePage, shownVisit, load]);
  return shownVisit;
}
