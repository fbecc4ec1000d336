import { setTimeout as sleep } from 'node:timers/promises';
import { anyOther, pageAddresses, pageFile } from '@shopwright/shared/contracts/page-addresses';
import type { Page, Route } from 'playwright-core';
import type { Composition } from '../compose/composition';
import { headersOf } from '../http/headers';
import { mediaTypeOf } from '../http/media-types';
import { resolvePath } from '../http/url-routing';
import { messageOf } from './reports/format';
import type { Store } from './stores/store';

/** An origin that browsers trust as they trust https, and that nothing is asked of. */
const origin = 'http://localhost';
/**
 * Of a visitor that composing does not have in mind: a text that follows a visitor's own is another one here, and
 * fails to hydrate before somebody in Berlin or Tokyo finds it.
 */
const visitor = { locale: 'de-DE', timezoneId: 'Asia/Tokyo' };
/** Milliseconds until a page and its slots must be hydrated. */
const timeout = 10_000;

/** Faults of a page that are told, and characters of each: a page may say any number. */
const mostFaults = 20;
const longestFault = 1000;

/** What went wrong, in words → a text that holds its stack, where it has one. */
type Faults = Map<string, string>;

/** Opens a page of the composition as a visitor would. */
async function hydrate(page: Page, name: string): Promise<Faults> {
  const faults: Faults = new Map();
  const add = (fault: string, stack = '') => {
    const sentence = `${name}: ${fault.slice(0, longestFault)}`;
    if (faults.size < mostFaults && !faults.has(sentence)) faults.set(sentence, stack);
  };
  page.on('pageerror', (error) => add(messageOf(error), error.stack));
  page.on('console', (line) => {
    const text = line.text();
    // Nothing answers the page's calls here.
    const isAnswer = text.startsWith('Failed to load resource');
    // An error that is printed has its stack in it.
    if (line.type() === 'error' && !isAnswer) add(text.replace(/\n +at .*/s, ''), text);
  });
  const [address = '/404'] = pageAddresses([name]);
  // How long that may take, whoever opens the page says.
  await page.goto(origin + address, { timeout: 0 });
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
  if (faults.size === 0) for (const fault of failed ?? []) add(fault);
  return faults;
}

/**
 * The file that an address of the site means.
 * @throws whatever the store throws
 */
async function fileAt(
  pathname: string,
  pages: Composition['pages'],
  store: Pick<Store, 'get'>,
): Promise<Parameters<Route['fulfill']>[0]> {
  const { kind, file } = resolvePath(pathname);
  const body = kind === 'asset' ? await store.get(`assets/${file}`) : pages.get(file);
  if (!body || kind === 'missing') {
    const other = kind === 'asset' ? undefined : pages.get(pageFile(anyOther));
    // A browser takes an answer without a body for none, and shows a page of its own.
    if (!other) return { status: 404 };
    const headers = headersOf('page', { transport: null, preview: false }, pageFile(anyOther));
    return { status: 404, body: other, contentType: mediaTypeOf(pageFile(anyOther)), headers };
  }
  // A script that they would keep out must not come in here either.
  const headers = headersOf(kind, { transport: null, preview: false }, file);
  return { body, contentType: mediaTypeOf(file), headers };
}

/** What came of opening pages. */
export interface TriedPages {
  readonly faults: ReadonlyMap<string, string>;
  /** Whether the browser was in its own sandbox. */
  readonly isSandboxed: boolean;
}

/**
 * Opens composed pages that nobody gets yet, one after the other, in a browser that reaches nothing else.
 * @param names of the pages
 * @param store of the files that they load
 * @param limit milliseconds that one page may take before the browser is ended, and the rest left out
 * @returns null where there is no browser
 * @throws whatever the store throws
 */
export async function hydrateInBrowser(
  pages: Composition['pages'],
  names: readonly string[],
  store: Pick<Store, 'get'>,
  limit = 60_000,
): Promise<TriedPages | null> {
  // Few commands need what it takes.
  const opened = await (await import('./confined-browser')).openConfinedBrowser();
  if (!opened) return null;
  const { browser, isSandboxed, end } = opened;
  const problems: Error[] = [];
  try {
    const context = await browser.newContext({
      ...visitor,
      ...{ serviceWorkers: 'block', acceptDownloads: false },
    });
    await context.route('**/*', async (route) => {
      const { origin: asked, pathname } = new URL(route.request().url());
      const answer =
        asked === origin
          ? await fileAt(pathname, pages, store).catch((error: unknown) => {
              problems.push(new Error(messageOf(error), { cause: error }));
              return undefined;
            })
          : undefined;
      // Where the page is gone meanwhile, nobody waits for it.
      await (answer ? route.fulfill(answer) : route.abort()).catch(() => undefined);
    });
    const faults: Faults = new Map();
    for (const name of names) {
      const late = new AbortController();
      const stuck = sleep(limit, null, { signal: late.signal }).catch(() => null);
      const found = await Promise.race([
        context.newPage().then((page) => hydrate(page, name)),
        stuck,
      ]);
      late.abort();
      const [problem] = problems;
      if (problem) throw problem;
      for (const [fault, stack] of found ?? []) faults.set(fault, stack);
      if (found) continue;
      faults.set(`${name}: it was ended after ${limit / 1000} s: its script never stops`, '');
      break;
    }
    return { faults, isSandboxed };
  } finally {
    await end();
  }
}
