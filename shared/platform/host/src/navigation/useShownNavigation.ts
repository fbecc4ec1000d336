import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { shownQuery } from '../site/site-runtime';
import { leavePage } from '../hydration/MountPoint';
import { keepState, recallState } from '../hydration/state-transfer';
import { allowSkipping } from '../hydration/view-transitions';
import type { ShownNavigation } from '../site/site-config';

/** Identifies a history entry. Entries that no script has made share a key, so the address is included. */
export const entryKey = ({ location: { key, pathname, hash } }: ShownNavigation) =>
  key + pathname + hash;

/** Milliseconds for which the current page stays while the next one loads. Then the next one is shown as it is. */
const loadTimeout = 400;

/** Fades the next page in, if the browser supports view transitions and the visitor allows motion. */
function showNewPage(update: () => void): void {
  const canFade = typeof document.startViewTransition === 'function' && !document.hidden;
  // Synchronously, since the transition captures the new page when this function returns.
  const show = () => flushSync(update);
  if (!canFade || window.matchMedia('(prefers-reduced-motion: reduce)').matches) show();
  else allowSkipping(document.startViewTransition(show));
}

/**
 * Returns the navigation whose page is shown. It follows the router's location; a new page fades in once its modules
 * have loaded. The router itself can wait and fade only in its data mode, which takes 17 KB more of script.
 * @param load loads the modules of a page. Returns null if all of them are loaded, and 'left' if the page needs another
 *   document.
 */
export function useShownNavigation(
  load: (pathname: string) => Promise<unknown> | 'left' | null,
): ShownNavigation {
  const location = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const [shown, setShown] = useState<ShownNavigation>({ location, isReturn });
  const isSamePage = location.pathname === shown.location.pathname;
  // Set during the render, since the focus must be at the anchor before the visitor's next key press.
  if (isSamePage && location !== shown.location) setShown({ location, isReturn });

  useLayoutEffect(() => shownQuery.setState(shown.location.search), [shown]);

  useLayoutEffect(() => {
    if (isSamePage) return undefined;
    const next = { location, isReturn };
    let isAwaited = true;
    const showNext = () => {
      if (!isAwaited) return;
      showNewPage(() => {
        // A view transition calls this later, when the visitor may have navigated again.
        if (!isAwaited) return;
        keepState(entryKey(shown));
        recallState(entryKey(next));
        leavePage();
        shownQuery.setState(location.search);
        setShown(next);
      });
    };
    const loading = load(location.pathname);
    if (loading === 'left') return undefined;
    const timeout = new Promise((resolve) => setTimeout(resolve, loadTimeout));
    // Always asynchronous, since React cannot unmount a root during a commit.
    void Promise.race([loading ?? Promise.resolve(), timeout]).then(showNext);
    return () => {
      isAwaited = false;
    };
  }, [location, isReturn, isSamePage, shown, load]);
  return shown;
}
