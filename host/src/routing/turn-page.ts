import { startTransition } from 'react';
import { flushSync } from 'react-dom';

function mayMove(): boolean {
  return (
    typeof document.startViewTransition === 'function' &&
    document.visibilityState === 'visible' &&
    !window.matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}

/**
 * Updates what the page shows. Another page fades in over the last one, where the browser can do that and
 * the visitor wants movement.
 */
export function turnPage(update: () => void, isNewPage: boolean): void {
  if (!isNewPage) {
    // At once: the next key a visitor presses must find the focus at the anchor.
    update();
    return;
  }
  if (!mayMove()) {
    startTransition(update);
    return;
  }
  const { ready, finished } = document.startViewTransition(() => flushSync(update));
  // Rejected when it is skipped, for instance by the next one; the page has changed all the same.
  ready.catch(() => undefined);
  finished.catch(() => undefined);
}
