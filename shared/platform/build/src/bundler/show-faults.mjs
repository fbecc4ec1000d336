// @ts-check
/*
 * Shows the faults of a page in development above the page, and reports them to the terminal. Dev servers bundle this
 * script (page-faults.ts); with a remote inside the composed site it is served as it is.
 */

const box = Object.assign(document.createElement('pre'), { role: 'alert', popover: 'manual' });
box.style.cssText =
  'margin: auto 16px 16px; padding: 16px; color: #fff; background: #a11; white-space: pre-wrap;';

/**
 * Shows a fault above all else in the page, where an overlay of type errors may be.
 * @param {string} fault
 */
function show(fault) {
  box.textContent = fault;
  document.documentElement.append(box);
  box.showPopover();
}

/** Takes the fault away again, as an edit does. */
export const hideFault = () => document.querySelector('pre[role=alert][popover]')?.remove();

/** @type {Set<string>} */
const shownCauses = new Set();

/**
 * Shows each fault from now on, and earlier ones that a boundary of the host has caught.
 * @param {(fault: string, stack: string) => string | Promise<string>} report reports to the terminal; returns the fault
 *   with its position
 */
export function showFaults(report) {
  /** @type {(what: string, cause: string, stack: string) => Promise<void>} */
  const tell = async (what, cause, stack) => {
    // Once in a second: React renders a failed component again at once.
    if (shownCauses.has(cause)) return;
    shownCauses.add(cause);
    setTimeout(() => shownCauses.delete(cause), 1000);
    show(await report(what + cause, stack));
  };
  addEventListener('error', ({ error, message }) => {
    if (error instanceof Error) void tell('', `${error.name}: ${error.message}`, error.stack ?? '');
    else void tell('', message, '');
  });
  // The host marks each fault so (error-reporting/report-fault.ts).
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.name.startsWith('composed:failed:') || !('detail' in entry)) continue;
      /** @type {Record<string, unknown>} */
      const { app, expose, stage, cause, stack } = Object(entry.detail);
      const what = `${String(app)} ${String(expose)}: ${String(stage)} failed: `;
      void tell(what, String(cause), String(stack));
    }
  }).observe({ type: 'mark', buffered: true });
}
