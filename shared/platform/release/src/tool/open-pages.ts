import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { styleReachScript, type StyleReach } from '@composed/compose/checks/reach-in-page';

/** A page as it would go live. */
export interface OpenedPage {
  readonly name: string;
  readonly html: string;
}

/** A page in which rules of remotes match elements of others. */
export interface OpenedProblem {
  readonly name: string;
  readonly reach: readonly StyleReach[];
}

/** Pages that one tab opens: playwright keeps 20 KB of each until the tab is closed. */
const pagesInTab = 100;

/**
 * Reads pages in the confined browser, with their scripts disabled, and finds elements that the styles of remotes
 * match.
 * @param limit milliseconds that one page may take
 * @returns the pages with a problem; null where there is no browser
 * @throws Error naming a page that cannot be read
 */
export async function openPagesInBrowser(
  pages: Iterable<OpenedPage>,
  limit = 60_000,
): Promise<readonly OpenedProblem[] | null> {
  const { openConfinedBrowser } = await import('./confined-browser');
  const opened = await openConfinedBrowser();
  if (!opened) return null;
  try {
    const context = await opened.browser.newContext({ serviceWorkers: 'block', offline: true });
    let tab: Page | undefined;
    let left = 0;
    const problems: OpenedProblem[] = [];
    for (const { name, html } of pages) {
      if (!tab || left === 0) {
        await tab?.close();
        tab = await context.newPage();
        left = pagesInTab;
      }
      left -= 1;
      const late = sleep(limit, undefined, { ref: false }).then(() => {
        throw new Error(`${name} could not be read within ${limit / 1000} s`);
      });
      const reach = await Promise.race([tab.evaluate<StyleReach[]>(styleReachScript(html)), late]);
      if (reach.length > 0) problems.push({ name, reach });
    }
    return problems;
  } finally {
    await opened.end();
  }
}
