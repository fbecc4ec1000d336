import { leaveFor } from './navigation';

/** From the success to the redirect, in milliseconds. */
export const redirectDelayMs = 2000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** A page that comes back from the back/forward cache would let its frozen timer run on. */
function cancelWhenRestored(event: PageTransitionEvent): void {
  if (event.persisted) cancelRedirect();
}

/**
 * Leaves for `address` after the delay, once. The redirect belongs to the page, not to the form: it happens
 * even if the visitor has gone to another route. In a hidden tab it happens when timers run.
 */
export function redirectSoon(address: string): void {
  cancelRedirect();
  window.addEventListener('pageshow', cancelWhenRestored);
  timer = setTimeout(() => {
    cancelRedirect();
    leaveFor(address);
  }, redirectDelayMs);
}

/** Forgets a redirect that has not happened yet; without one, does nothing. */
export function cancelRedirect(): void {
  clearTimeout(timer);
  window.removeEventListener('pageshow', cancelWhenRestored);
}
