import { leaveFor } from './navigation';

/** Milliseconds from the success to the redirect. */
export const redirectDelayMs = 2000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Cancels the redirect if the browser restores the page from its back/forward cache, which would resume the timer. */
function cancelWhenRestored(event: PageTransitionEvent): void {
  if (event.persisted) cancelRedirect();
}

/**
 * Leaves for `address` after the delay, once. The redirect belongs to the document, not to the form: it happens even if
 * the visitor has moved to another route. In a hidden tab it happens when the browser runs timers.
 */
export function redirectSoon(address: string): void {
  cancelRedirect();
  window.addEventListener('pageshow', cancelWhenRestored);
  timer = setTimeout(() => {
    cancelRedirect();
    leaveFor(address);
  }, redirectDelayMs);
}

export function cancelRedirect(): void {
  clearTimeout(timer);
  window.removeEventListener('pageshow', cancelWhenRestored);
}
