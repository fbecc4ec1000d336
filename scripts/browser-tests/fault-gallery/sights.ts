/** What was seen of a page from its first moment; kept in the page itself. */
export interface Sights {
  /** Sum of all layout shifts that no input excuses. */
  shift: number;
  /** Milliseconds from the start until the load event; 0 before it. */
  loadedAt: number;
  /** Sentences that came into live regions, in order. */
  announced: string[];
}

declare global {
  interface Window {
    sights: Sights;
    /** The elements of the slot as the page came. */
    firstNodes: Element[];
    firstText: string;
  }
}

/** Runs in the page before everything else. */
export function watchPage(): void {
  const sights: Sights = { shift: 0, loadedAt: 0, announced: [] };
  window.sights = sights;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (Reflect.get(entry, 'hadRecentInput') === true) continue;
      sights.shift += Number(Reflect.get(entry, 'value'));
    }
  }).observe({ type: 'layout-shift', buffered: true });
  window.addEventListener('load', () => {
    sights.loadedAt = performance.now();
  });
  document.addEventListener('DOMContentLoaded', () => {
    const slot = document.querySelector('[data-slot]');
    window.firstNodes = [...(slot?.querySelectorAll('*') ?? [])];
    window.firstText = slot?.textContent ?? '';
    new MutationObserver((mutations) => {
      for (const { target, addedNodes } of mutations) {
        const region =
          target instanceof Element && target.closest('[role="status"], [role="alert"]');
        if (!region) continue;
        for (const node of addedNodes) {
          const text = node.textContent?.trim();
          if (text) sights.announced.push(text);
        }
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
}
