/** What has happened in a page since its first moment; kept in the page itself. */
export interface Observations {
  /** Sum of all layout shifts that do not follow an input. */
  shift: number;
  /** Milliseconds from the start until the load event; 0 before it. */
  loadedAt: number;
  /** Sentences that came into live regions, in order. */
  announced: string[];
}

declare global {
  interface Window {
    observations: Observations;
    /** The elements of the slot as the page was composed. */
    firstNodes: Element[];
  }
}

/** Runs in the page before everything else. */
export function observePage(): void {
  const observations: Observations = { shift: 0, loadedAt: 0, announced: [] };
  window.observations = observations;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (Reflect.get(entry, 'hadRecentInput') === true) continue;
      observations.shift += Number(Reflect.get(entry, 'value'));
    }
  }).observe({ type: 'layout-shift', buffered: true });
  window.addEventListener('load', () => {
    observations.loadedAt = performance.now();
  });
  document.addEventListener('DOMContentLoaded', () => {
    const slot = document.querySelector('[data-slot]');
    window.firstNodes = [...(slot?.querySelectorAll('*') ?? [])];
    new MutationObserver((mutations) => {
      for (const { target, addedNodes } of mutations) {
        const region =
          target instanceof Element && target.closest('[role="status"], [role="alert"]');
        if (!region) continue;
        for (const node of addedNodes) {
          const text = node.textContent?.trim();
          if (text) observations.announced.push(text);
        }
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
}
