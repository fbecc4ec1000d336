/**
 * Handles the rejections of a view transition that the browser skips: because the window is resized, the page is hidden,
 * or another transition begins. The page has changed nevertheless, so these rejections are not errors.
 */
export function allowSkipping(transition: ViewTransition | null): void {
  if (!transition) return;
  for (const state of ['updateCallbackDone', 'ready', 'finished'] as const) {
    transition[state].catch(() => undefined);
  }
}
