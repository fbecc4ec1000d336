/** What has happened in a page since its first moment; kept in the page itself. */
export interface Observations {
  /** Sum of all layout shifts that do not follow an input, and of those that do. */
  shift: number;
  shiftAfterInput: number;
  /** Sentences that came into live regions, in order. */
  announced: string[];
  /** The price cards of the slot that anything changed in. */
  changedCards: string[];
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
  const observations: Observations = {
    ...{ shift: 0, shiftAfterInput: 0 },
    ...{ announced: [], changedCards: [] },
  };
  window.observations = observations;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const sum = Reflect.get(entry, 'hadRecentInput') === true ? 'shiftAfterInput' : 'shift';
      observations[sum] += Number(Reflect.get(entry, 'value'));
    }
  }).observe({ type: 'layout-shift', buffered: true });
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
    if (!slot) return;
    new MutationObserver((mutations) => {
      for (const { target } of mutations) {
        const element = target instanceof Element ? target : target.parentElement;
        const card = element?.closest('article, li')?.querySelector('h3, h4')?.textContent;
        if (card && !observations.changedCards.includes(card)) observations.changedCards.push(card);
      }
    }).observe(slot, { subtree: true, childList: true, characterData: true });
  });
}
