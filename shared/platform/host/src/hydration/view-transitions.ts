/**
 * A transition that the browser skips (the window changes its size, another one begins, the page is hidden)
 * rejects its promises; the page has changed all the same, so that is nobody's error.
 */
export function allowSkipping(transition: ViewTransition | null): void {
  if (!transition) return;
  for (const state of ['updateCallbackDone', 'ready', 'finished'] as const) {
    transition[state].catch(() => undefined);
  }
}
