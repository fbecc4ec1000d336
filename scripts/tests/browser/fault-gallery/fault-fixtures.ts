import type { Page } from '@playwright/test';
import { startFaultServer, type FaultServer } from '../../../lab/faults/fault-server';
import { test as base } from '../../helpers/fixtures';

/** Events in a page since its first moment; kept in the page itself. */
interface Observations {
  /** Layout shifts without an input before them, and after one: how large, and which elements moved from where to where. */
  shifts: string[];
  shiftsAfterInput: string[];
  /** Sentences that came into live regions, in order. */
  announced: string[];
  /** The price cards that anything changed in. */
  changedCards: string[];
  /** The elements of the slot as the page was composed. */
  firstNodes: Element[];
}

declare global {
  interface Window {
    observations: Observations;
  }
}

/** Runs in the page before everything else. */
export function observePage(): void {
  const observations: Observations = {
    shifts: [],
    shiftsAfterInput: [],
    announced: [],
    changedCards: [],
    firstNodes: [],
  };
  window.observations = observations;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const hadInput = Reflect.get(entry, 'hadRecentInput') === true;
      const sources = Reflect.get(entry, 'sources') as {
        readonly node: Node | null;
        readonly previousRect: DOMRect;
        readonly currentRect: DOMRect;
      }[];
      const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
        const start = node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent;
        const sides = [from, to].map(({ x, y, width, height }) => [x, y, width, height].join(' '));
        return `${start}: ${sides.join(' → ')}`;
      });
      const shift = [Reflect.get(entry, 'value'), ...moved].join('\n');
      observations[hadInput ? 'shiftsAfterInput' : 'shifts'].push(shift);
    }
  }).observe({ type: 'layout-shift', buffered: true });
  document.addEventListener('DOMContentLoaded', () => {
    observations.firstNodes = [...document.querySelectorAll('[data-slot] *')];
    new MutationObserver((mutations) => {
      for (const { target, addedNodes } of mutations) {
        const element = target instanceof Element ? target : target.parentElement;
        if (element?.closest('[role="status"], [role="alert"]')) {
          const texts = [...addedNodes].map((node) => node.textContent?.trim() ?? '');
          observations.announced.push(...texts.filter(Boolean));
        }
        const card = element?.closest('[data-slot] :is(article, li)')?.querySelector('h3, h4');
        if (card) observations.changedCards.push(card.textContent);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

/** The composed elements of the slot that are no longer in their place, and how far the page moved. */
export const readLosses = (page: Page) =>
  page.evaluate(() => {
    const now = new Set(document.querySelectorAll('[data-slot] *'));
    const { firstNodes, shifts, shiftsAfterInput } = window.observations;
    return {
      seen: firstNodes.length > 20,
      gone: firstNodes.filter((node) => !now.has(node)).length,
      shifts: [...shifts, ...shiftsAfterInput],
    };
  });

export const nothingLost = { seen: true, gone: 0, shifts: [] };

interface FaultFixtures {
  /** The worker's site with a fault in it, at an origin of this test's own. */
  readonly open: FaultServer['open'];
  /** Observations of this test's page so far. */
  readonly observations: (page: Page) => Promise<Observations>;
}

/** The `test` of the fault gallery: a fault server per worker, in front of the worker's site. */
export const test = base.extend<FaultFixtures>({
  open: async ({ site, perWorker }, use) => {
    const server = await perWorker('faults', () => startFaultServer(site.url, 0, Infinity));
    await use(server.open);
  },
  observations: async ({ context }, use) => {
    await context.addInitScript(observePage);
    await use((page) => page.evaluate(() => ({ ...window.observations, firstNodes: [] })));
  },
});

export { expect } from '../../helpers/fixtures';
