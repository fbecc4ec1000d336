import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { createStyleLeakScript, type StyleLeak } from '@composed/compose/checks/style-leaks';

/** A page with its file name. */
export interface NamedPage {
  readonly name: string;
  readonly html: string;
}

/** The rules of remotes that match elements of others in a page. */
export interface PageLeaks {
  readonly name: string;
  readonly leaks: readonly StyleLeak[];
}

/** Pages per tab. Playwright keeps 20 KB of each page until its tab is closed. */
const pagesInTab = 100;

/**
 * Finds elements outside of their own slots that the styles of remotes match. Uses the confined browser, and runs no
 * scripts of the pages.
 * @param limit milliseconds per page
 * @returns the pages with a problem; null if there is no browser
 * @throws Error naming a page that cannot be read
 */
export async function findStyleLeaks(
  pages: Iterable<NamedPage>,
  limit = 60_000,
): Promise<readonly PageLeaks[] | null> {
  const { openConfinedBrowser } = await import('./confined-browser');
  const confinedBrowser = await openConfinedBrowser();
  if (!confinedBrowser) return null;
  try {
    const context = await confinedBrowser.browser.newContext({
      serviceWorkers: 'block',
      offline: true,
    });
    let tab: Page | undefined;
    let pagesLeft = 0;
    const problems: PageLeaks[] = [];
    for (const { name, html } of pages) {
      if (!tab || pagesLeft === 0) {
        await tab?.close();
        tab = await context.newPage();
        pagesLeft = pagesInTab;
      }
      pagesLeft -= 1;
      const timeout = sleep(limit, undefined, { ref: false }).then(() => {
        throw new Error(`${name} could not be read within ${limit / 1000} s`);
      });
      const leaks = await Promise.race([
        tab.evaluate<StyleLeak[]>(createStyleLeakScript(html)),
        timeout,
      ]);
      if (leaks.length > 0) problems.push({ name, leaks });
    }
    return problems;
  } finally {
    await confinedBrowser.end();
  }
}
