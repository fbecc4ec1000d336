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
 * Carries out an update of what the page shows; another page fades in over the last one, where the
 * browser can do that and the visitor wants movement.
 */
export function turnPage(update: () => void, isNewPage: boolean): void {
  if (!isNewPage) {
    // At once: the next key a visitor presses must find the focus where the anchor has led it.
    update();
    return;
  }
  if (!mayMove()) {
    startTransition(update);
    return;
  }
  const { ready, finished } = document.startViewTransition(() => flushSync(update));
  // Skipped, for instance by the next one: the page has changed all the same.
  ready.catch(() => undefined);
  finished.catch(() => undefined);
}
