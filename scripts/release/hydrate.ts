import { pageAddresses, pageFile } from '@shopwright/shared/contracts/composer';
import type { Page } from 'playwright-core';
import type { Composition } from '../compose/composition';
import { headersOf } from '../http/headers';
import { mediaTypeOf } from '../http/media-types';
import { messageOf } from './reports/format';
import type { Store } from './stores/store';

/** An origin that browsers trust as they trust https, and that nothing is asked of. */
const origin = 'http://localhost';
/** Milliseconds until a page and its slots must be hydrated. */
const timeout = 10_000;

/** Opens a page of the composition as a visitor would. @returns what went wrong in it */
async function hydrate(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(messageOf(error)));
  page.on('console', (line) => {
    // Nothing answers the page's calls here.
    if (line.type() === 'error' && !line.text().startsWith('Failed to load resource')) {
      faults.push(line.text());
    }
  });
  const [address = '/404'] = pageAddresses([name]);
  await page.goto(origin + address);
  const done = page.waitForFunction(
    () => {
      // A page without remotes is not hydrated before an interaction.
      window.dispatchEvent(new Event('pointermove'));
      const marks = performance.getEntriesByType('mark').map((mark) => mark.name);
      const failed = marks.flatMap((mark) => mark.split('failed:')[1] ?? []);
      const slots = [...document.querySelectorAll<HTMLElement>('[data-slot]')];
      const waiting = slots.find(
        ({ dataset }) => !marks.includes(`hydrated:${dataset['slot'] ?? ''}`),
      );
      waiting?.scrollIntoView();
      const isDone = failed.length > 0 || (!waiting && marks.includes('hydrated:page'));
      return isDone ? failed.map((part) => `${part} failed`) : null;
    },
    null,
    { timeout },
  );
  const failed = await done.then(
    (found) => found.jsonValue(),
    () => [`it was not hydrated within ${timeout / 1000} s`],
  );
  const all = faults.length > 0 ? faults : (failed ?? []);
  return [...new Set(all)].map((fault) => `${name}: ${fault}`);
}

/**
 * Opens composed pages that nobody gets yet, one after the other.
 * @param names of the pages
 * @param store of the files that they load
 * @returns their faults, or null where there is no browser
 */
export async function hydrateInBrowser(
  pages: Composition['pages'],
  names: readonly string[],
  store: Pick<Store, 'get'>,
): Promise<string[] | null> {
  const { chosenBrowser } = await import('../setup/browser.mjs');
  const { chromium } = await import('playwright-core');
  const named = chosenBrowser();
  const launching = chromium.launch(named ? { executablePath: named } : {});
  const browser = await launching.catch(() => null);
  if (!browser) return null;
  try {
    const context = await browser.newContext();
    await context.route('**/*', async (route) => {
      const { pathname } = new URL(route.request().url());
      const file = pathname.slice(1);
      const page = pages.get(pageFile(pathname));
      const body = page ?? (file.startsWith('assets/') ? await store.get(file) : null);
      const contentType = mediaTypeOf(page ? '.html' : file);
      // A script that they would keep out must not come in here either.
      const headers = page ? headersOf('page', { transport: null, preview: false }) : {};
      await route.fulfill(body ? { body, contentType, headers } : { status: 404 });
    });
    const faults: string[] = [];
    for (const name of names) faults.push(...(await hydrate(await context.newPage(), name)));
    return faults;
  } finally {
    await browser.close();
  }
}
