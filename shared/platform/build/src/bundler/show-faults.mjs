// @ts-check
/*
 * Shows the faults of a page in development on top of the page, and reports them to the terminal. Dev servers bundle
 * this script (page-faults.ts). `npm run dev -- <remote>` serves it unbundled.
 */

const box = Object.assign(document.createElement('pre'), { role: 'alert', popover: 'manual' });
box.style.cssText =
  'margin: auto 16px 16px; padding: 16px; color: #fff; background: #a11; white-space: pre-wrap;';

/**
 * Shows a fault in the top layer, above the dev server's overlay.
 * @param {string} fault
 */
function show(fault) {
  box.textContent = fault;
  document.documentElement.append(box);
  box.showPopover();
}

/** Removes the fault, which an edit may have fixed. */
export const hideFault = () => document.querySelector('pre[role=alert][popover]')?.remove();

/** @type {Set<string>} */
const shownCauses = new Set();

/**
 * Shows each fault from now on, and the earlier faults that the host has marked in the performance timeline.
 * @param {(fault: string, stack: string) => string | Promise<string>} report reports a fault to the terminal and
 *   returns it with its position
 */
export function showFaults(report) {
  /** @type {(subject: string, cause: string, stack: string) => Promise<void>} */
  const reportOnce = async (subject, cause, stack) => {
    // React renders a failed component a second time at once, so the same cause within a second is ignored.
    if (shownCauses.has(cause)) return;
    shownCauses.add(cause);
    setTimeout(() => shownCauses.delete(cause), 1000);
    show(await report(subject + cause, stack));
  };
  addEventListener('error', ({ error, message }) => {
    if (error instanceof Error)
      void reportOnce('', `${error.name}: ${error.message}`, error.stack ?? '');
    else void reportOnce('', message, '');
  });
  // The host writes such a mark for each fault (shared/platform/host/src/error-reporting/report-fault.ts).
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.name.startsWith('composed:failed:') || !('detail' in entry)) continue;
      /** @type {Record<string, unknown>} */
      const { app, expose, stage, cause, stack } = Object(entry.detail);
      const subject = `${String(app)} ${String(expose)}: ${String(stage)} failed: `;
      void reportOnce(subject, String(cause), String(stack));
    }
  }).observe({ type: 'mark', buffered: true });
}
