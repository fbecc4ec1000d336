import { setTimeout as sleep } from 'node:timers/promises';
import { pageAddresses } from '@composed/contracts/page-addresses';
import { failedMark, hydratedMark, moduleSelector } from '@composed/contracts/page-roots';
import { appOf } from '@composed/contracts/remote-names';
import type { BrowserContext, Page } from 'playwright-core';
import type { Deployment } from '@composed/compose/deployment';
import type { ServicesOptions } from '@composed/http/services/site-services';
import { messageOf } from '@composed/command/format';
import type { Store } from '../store/store';
import { servePages, testOrigin, type Services } from './serve-pages';
import { chooseEarly } from './early-choices';
import {
  createPageReader,
  moduleTimeout,
  leaveReturnAndPress,
  type ReadPage,
  type PageUnderTest,
} from './leave-and-return';
import { respondToRequests, type Respond } from './respond-to-requests';
import { addStacks, watchFaults, type FaultWatch, type Faults } from './watch-faults';

/**
 * The language and time zone of the visitor. Pages are composed with other ones, so text that depends on either fails to
 * hydrate here, before it fails for somebody in Berlin or Tokyo.
 */
const defaultVisitor = { locale: 'de-DE', timezoneId: 'Asia/Tokyo' };

/**
 * Waits until every module of a page is hydrated or has failed.
 * @returns the names of those that failed; null if some are neither within `moduleTimeout`
 */
async function waitForHydration(page: Page): Promise<readonly string[] | null> {
  const hydration = page.waitForFunction(
    ({ hydrated, failure, modules }) => {
      // A page without remotes is hydrated only after an interaction.
      window.dispatchEvent(new Event('pointermove'));
      const marks = performance.getEntriesByType('mark').map((mark) => mark.name);
      const failedIds = marks.flatMap((mark) => mark.split(failure)[1] ?? []);
      const slots = [...document.querySelectorAll<HTMLElement>(modules)];
      const waiting = slots.find(({ dataset }) => {
        const id = dataset['slot'] ?? dataset['box'] ?? '';
        return !marks.includes(hydrated + id) && !failedIds.includes(id.replace(/\..*/, ''));
      });
      waiting?.scrollIntoView();
      const hasHostFailed = failedIds.some((id) => !id.includes('/'));
      const isDone = hasHostFailed || (!waiting && marks.includes(`${hydrated}page`));
      return isDone ? failedIds : null;
    },
    { hydrated: hydratedMark(''), failure: failedMark(''), modules: moduleSelector },
    { timeout: moduleTimeout },
  );
  return hydration.then(
    (handle) => handle.jsonValue(),
    () => null,
  );
}

async function openPage({ page, name }: PageUnderTest) {
  const [address = '/404'] = pageAddresses([name]);
  // The caller limits the time.
  await page.goto(testOrigin + address, { timeout: 0 });
}

/**
 * Waits for hydration, and adds faults if the page or one of its modules is not hydrated.
 * @returns the names of the modules that failed
 */
async function expectHydration(
  page: Page,
  { faults, add }: FaultWatch,
): Promise<readonly string[]> {
  const failedIds = await waitForHydration(page);
  if (!failedIds) add(`it was not hydrated within ${moduleTimeout / 1000} s`);
  if (faults.size === 0) for (const id of failedIds ?? []) add(`${id} failed`);
  return failedIds ?? [];
}

/** Opens a page again, with the data that it has stored, as a visitor who is quicker than its scripts. */
async function testEarlyChoices(
  pageUnderTest: PageUnderTest,
  watch: FaultWatch,
  apps: readonly string[],
) {
  const { page, state } = pageUnderTest;
  state.stage = 'opening';
  // Faults before the navigation come from the previous document, whose calls may have had no response.
  page.once('framenavigated', () => {
    state.isUnanswered = false;
    watch.setAct('when it is loaded again');
  });
  await openPage(pageUnderTest);
  state.stage = 'pressing';
  const findLost = await chooseEarly(page, apps);
  await expectHydration(page, watch);
  for (const control of await findLost())
    watch.add(`what was chosen before hydration is lost: ${control}`);
}

/** Opens a page of the deployment as a visitor would and, if it has no faults, tests its modules of `apps`. */
async function smokeTestPage(
  pageUnderTest: PageUnderTest,
  apps: readonly string[],
  readPage: ReadPage,
) {
  const { page, ids } = pageUnderTest;
  const watch = await watchFaults(pageUnderTest);
  const { faults, add, setAct } = watch;
  let testedIds: readonly string[] = [];
  await openPage(pageUnderTest);
  const failedIds = await expectHydration(page, watch);
  const countBefore = faults.size;
  // A failed module of another team must not hide faults of the modules under test.
  const isTestable = failedIds.every((id) => id.includes('/') && !ids.includes(id));
  if (isTestable && ids.length > 0) {
    testedIds = await leaveReturnAndPress(pageUnderTest, readPage, setAct).catch(
      (error: unknown) => {
        add(messageOf(error));
        return ids;
      },
    );
  }
  if (faults.size === countBefore && testedIds.length > 0)
    await testEarlyChoices(pageUnderTest, watch, apps);
  if (faults.size > 0) await addStacks(page, faults);
  watch.dropRepeats();
  return { faults, testedIds };
}

/**
 * Tests a page in a tab of its own.
 * @returns null if the test does not end within the limit, since a script never stops
 */
async function smokeTestWithin(
  context: BrowserContext,
  input: Omit<PageUnderTest, 'page'>,
  { apps, limit, readPage }: Pick<SmokeTestRun, 'apps' | 'limit' | 'readPage'>,
) {
  const timer = new AbortController();
  const timeout = sleep(limit, null, { signal: timer.signal }).catch(() => null);
  const testPromise = context.newPage().then(async (page) => {
    page.on('popup', (popup) => void popup.close().catch(() => undefined));
    const result = await smokeTestPage({ page, ...input }, apps, readPage);
    await page.close();
    return result;
  });
  const result = await Promise.race([testPromise, timeout]);
  timer.abort();
  return result;
}

/** The results of a smoke test. */
export interface SmokeTestResult {
  readonly faults: ReadonlyMap<string, string>;
  /**
   * Modules that were opened but not tested: their page has no link that leads, within the document, to a page without
   * them.
   */
  readonly untested: readonly string[];
  /** Addresses that no service of the site has responded to. */
  readonly unanswered: readonly string[];
  /** Whether the browser was in its own sandbox. */
  readonly isSandboxed: boolean;
}

/**
 * After this many pages whose scripts never stop, the remaining pages are left out. Each such page takes a browser and
 * the whole time limit.
 */
const maxStuck = 3;

/** The settings and results of a run, for each of its browsers. */
interface SmokeTestRun {
  readonly apps: readonly string[];
  /** Milliseconds per page. */
  readonly limit: number;
  readonly visitor: typeof defaultVisitor;
  readonly onPage: (() => void) | undefined;
  readonly respond: Respond;
  readonly readPage: ReadPage;
  readonly faults: Faults;
  /** Federation ids of the modules that were opened, and whether each was tested. */
  readonly modules: Map<string, boolean>;
}

/**
 * Tests pages in one browser, one after the other, until a script never stops and so blocks the browser.
 * @returns the remaining pages; null if there is no browser
 */
async function testUntilStuck(names: readonly string[], run: SmokeTestRun) {
  const { apps, limit, visitor, onPage, respond, readPage, faults, modules } = run;
  // Loaded only here, since few commands need a browser.
  const confinedBrowser = await (await import('./confined-browser')).openConfinedBrowser();
  if (!confinedBrowser) return null;
  const { browser, isSandboxed, end } = confinedBrowser;
  try {
    const options = { ...visitor, serviceWorkers: 'block', acceptDownloads: false } as const;
    const context = await browser.newContext(options);
    const requests = await respondToRequests(context, respond);
    for (const [n, name] of names.entries()) {
      const state = requests.beginPage();
      const untestedIds = (readPage(name)?.modules ?? []).filter((id) => !modules.get(id));
      const ids = untestedIds.filter((id) =>
        apps.some((app) => app === 'host' || app === appOf(id)),
      );
      const result = await smokeTestWithin(context, { name, ids, state }, run);
      requests.throwProblem();
      onPage?.();
      for (const [fault, stack] of result?.faults ?? []) faults.set(fault, stack);
      for (const id of ids) modules.set(id, result?.testedIds.includes(id) === true);
      if (result) continue;
      faults.set(`${name}: it was ended after ${limit / 1000} s: its script never stops`, '');
      return { isSandboxed, remaining: names.slice(n + 1) };
    }
    return { isSandboxed, remaining: [] };
  } finally {
    await end();
  }
}

/**
 * Opens composed pages that are not live yet, one after the other, in a browser without a network, and tests each module
 * of some apps once.
 * @param names the names of the pages to open
 * @param store has the files that the pages load
 * @returns null if there is no browser
 * @throws the error of the store
 */
export async function smokeTestPages(
  pages: Deployment['pages'],
  names: readonly string[],
  store: Pick<Store, 'get'>,
  {
    apps = ['host'],
    limit = 60_000,
    services = { cookies: [], register: () => Promise.resolve() },
    data,
    visitor = defaultVisitor,
    onPage,
  }: {
    /** The apps whose modules are tested; the host stands for all. */
    readonly apps?: readonly string[];
    /** Milliseconds per page, after which its browser is ended. */
    readonly limit?: number;
    readonly services?: Services;
    /** The data that the services respond with. */
    readonly data?: ServicesOptions['data'];
    readonly visitor?: typeof defaultVisitor;
    /** Called after each page. */
    readonly onPage?: () => void;
  } = {},
): Promise<SmokeTestResult | null> {
  const site = servePages(pages, store, services, data);
  const faults: Faults = new Map();
  const modules = new Map<string, boolean>();
  const readPage = createPageReader(pages);
  const run = { apps, limit, visitor, onPage, respond: site.respond, readPage, faults, modules };
  try {
    const first = await testUntilStuck(names, run);
    if (!first) return null;
    const { isSandboxed } = first;
    let { remaining } = first;
    for (let stuckCount = 1; remaining.length > 0; stuckCount += 1) {
      const next = stuckCount < maxStuck ? await testUntilStuck(remaining, run) : null;
      if (!next) faults.set(`${remaining[0]}: it was left out, with all pages behind it`, '');
      remaining = next?.remaining ?? [];
    }
    const untested = [...modules].flatMap(([id, isTested]) => (isTested ? [] : [id]));
    return { faults, untested, unanswered: [...site.unanswered], isSandboxed };
  } finally {
    await site.close();
  }
}
