import { setTimeout as sleep } from 'node:timers/promises';
import { pageAddresses } from '@composed/contracts/page-addresses';
import { failedMark, hydratedMark, moduleSelector } from '@composed/contracts/page-roots';
import { appOf } from '@composed/contracts/remote-names';
import type { BrowserContext, Page } from 'playwright-core';
import type { Deployment } from '@composed/compose/deployment';
import type { ServicesOptions } from '@composed/http/services/site-services';
import { messageOf } from '@composed/command/format';
import type { Store } from '../store/store';
import { servePages, origin, type Services } from './serve-pages';
import { chooseEarly } from './early-choices';
import {
  createPageReader,
  newVisit,
  moduleTimeout,
  smokeTest,
  type ReadPage,
  type TriedPage,
} from './smoke-test';
import { browserViolation, watchViolations } from './policy-violations';

/**
 * A visitor with another language and time zone than composing has: text that depends on either fails to hydrate here,
 * before it does for somebody in Berlin or Tokyo.
 */
const foreigner = { locale: 'de-DE', timezoneId: 'Asia/Tokyo' };

/** The most faults of a page, and characters of one: a page may print any number. */
const maxFaults = 20;
const maxFaultLength = 1000;

type Respond = ReturnType<typeof servePages>['respond'];

/** Fault → a text with its stack, if there is one. */
type Faults = Map<string, string>;

/** Adds stacks to faults, from the host's performance marks: the lines that it prints have none. */
async function addStacks(page: Page, faults: Faults): Promise<void> {
  const marks = await page.evaluate(() =>
    performance.getEntriesByType('mark').map((entry) => {
      const detail: unknown = 'detail' in entry ? entry.detail : null;
      return ['cause', 'stack'].map((key) => String(Reflect.get(Object(detail), key) ?? ''));
    }),
  );
  for (const [cause = '', stack = ''] of marks) {
    const sentence = [...faults.keys()].find((each) => each.endsWith(`: ${cause}`));
    if (cause !== '' && sentence !== undefined) faults.set(sentence, stack.slice(0, 5000));
  }
}

/**
 * Waits until every module of a page is hydrated or has failed.
 * @returns names of those that failed; null if some neither came nor failed
 */
async function untilHydrated(page: Page): Promise<readonly string[] | null> {
  const done = page.waitForFunction(
    ({ hydrated, failure, modules }) => {
      // A page without remotes is not hydrated before an interaction.
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
  return done.then(
    (handle) => handle.jsonValue(),
    () => null,
  );
}

/**
 * Collects the faults that a page prints or throws.
 * @returns faults; add: adds a fault that is found otherwise; during: names the act of the smoke test for the faults
 *   that follow; dropRepeats: removes lines of the browser about violations that are reported with their position
 */
async function watchFaults({ page, name, visit }: TriedPage) {
  const faults: Faults = new Map();
  const violations = new Set<string>();
  let act = '';
  const add = (fault: string, stack = '') => {
    if (visit.isUnanswered) return;
    const sentence = `${name}${act}: ${fault.slice(0, maxFaultLength)}`;
    if (faults.size < maxFaults && !faults.has(sentence)) faults.set(sentence, stack);
  };
  await watchViolations(page, (fault, stack) => {
    violations.add(fault);
    add(fault, stack);
  });
  page.on('pageerror', (error) => add(messageOf(error), error.stack));
  page.on('console', (line) => {
    const text = line.text();
    // A refused call is no fault by itself.
    const isRefusedCall = text.startsWith('Failed to load resource');
    // A printed error includes its stack.
    if (line.type() === 'error' && !isRefusedCall) add(text.replace(/\n +at .*/s, ''), text);
  });
  return {
    faults,
    add,
    during: (what: string) => {
      act = ` ${what}`;
    },
    dropRepeats: () => {
      const isSaid = (fault: string) => violations.size > 0 && browserViolation.test(fault);
      for (const fault of faults.keys()) if (isSaid(fault)) faults.delete(fault);
    },
  };
}

/** Opens a page of the deployment as a visitor would, and if all is well tests its modules of `apps`. */
async function visitPage(triedPage: TriedPage, apps: readonly string[], readPage: ReadPage) {
  const { page, name, ids, visit } = triedPage;
  const { faults, add, during, dropRepeats } = await watchFaults(triedPage);
  let tested: readonly string[] = [];
  const [address = '/404'] = pageAddresses([name]);
  // The caller limits the time.
  const open = () => page.goto(origin + address, { timeout: 0 });
  const hydrate = async () => {
    const failedIds = await untilHydrated(page);
    if (!failedIds) add(`it was not hydrated within ${moduleTimeout / 1000} s`);
    if (faults.size === 0) for (const id of failedIds ?? []) add(`${id} failed`);
    return failedIds ?? [];
  };
  await open();
  const failedIds = await hydrate();
  const before = faults.size;
  // A failed module of another team must not hide faults of these.
  const failedElsewhere = failedIds.every((id) => id.includes('/') && !ids.includes(id));
  if (failedElsewhere && ids.length > 0) {
    tested = await smokeTest(triedPage, readPage, during).catch((error: unknown) => {
      add(messageOf(error));
      return ids;
    });
  }
  if (faults.size === before && tested.length > 0) {
    // Opened again, now with the page's own storage, by a visitor who is quicker than its scripts.
    visit.stage = 'opened';
    // Faults before that come from the document that is left, whose calls may have had no response.
    page.once('framenavigated', () => {
      visit.isUnanswered = false;
      during('when it is loaded again');
    });
    await open();
    visit.stage = 'pressed';
    const findLost = await chooseEarly(page, apps);
    await hydrate();
    for (const control of await findLost())
      add(`what was chosen before hydration is lost: ${control}`);
  }
  if (faults.size > 0) await addStacks(page, faults);
  dropRepeats();
  return { faults, tested };
}

/**
 * Responds to each request of a browser, for the current visit.
 * @returns beginVisit: begins the next one; throwProblem: throws an error of `respond`, if there was any
 */
async function respondToRequests(context: BrowserContext, respond: Respond) {
  const problems: Error[] = [];
  let visit = newVisit();
  await context.route('**/*', async (route) => {
    const current = visit;
    const request = route.request();
    const { origin: target, pathname } = new URL(request.url());
    current.waiting += 1;
    const isBlocked = current.stage !== 'opened' && request.isNavigationRequest();
    const response =
      target === origin && !isBlocked
        ? await respond(request).catch((error: unknown) => {
            problems.push(new Error(messageOf(error), { cause: error }));
            return undefined;
          })
        : undefined;
    const isService = !response || (response.status === 404 && !pathname.startsWith('/assets/'));
    if (current.stage === 'pressed' && isService) current.isUnanswered = true;
    // This fails if the page is gone by now.
    await (response ? route.fulfill(response) : route.abort('aborted')).catch(() => undefined);
    current.waiting -= 1;
  });
  return {
    beginVisit: () => (visit = newVisit()),
    throwProblem: () => {
      const [problem] = problems;
      if (problem) throw problem;
    },
  };
}

/** Results of opening pages. */
export interface TriedPages {
  readonly faults: ReadonlyMap<string, string>;
  /**
   * Modules that were opened but not tested, since no link leads from their page, within its document, to one without
   * them.
   */
  readonly untested: readonly string[];
  /** Addresses that no service of the site has responded to. */
  readonly unanswered: readonly string[];
  /** Whether the browser was in its own sandbox. */
  readonly isSandboxed: boolean;
}

/**
 * After this many pages with scripts that never stop, the rest is left out: each of them takes a browser, and the whole
 * time limit.
 */
const maxStuck = 3;

/** The settings of a run, for each of its browsers. */
interface Trial {
  readonly apps: readonly string[];
  /** Milliseconds that one page may take. */
  readonly limit: number;
  readonly visitor: typeof foreigner;
  readonly onPage: (() => void) | undefined;
  readonly respond: Respond;
  readonly readPage: ReadPage;
  readonly faults: Faults;
  /** Federation ids of the modules that were opened, and whether each was tested. */
  readonly modules: Map<string, boolean>;
}

/**
 * Opens pages in one browser, one after the other, up to a page whose script never stops and blocks the browser.
 * @returns the remaining pages; null where there is no browser
 */
async function openUntilStuck(
  names: readonly string[],
  { apps, limit, visitor, onPage, respond, readPage, faults, modules }: Trial,
) {
  // Loaded here, since few commands need a browser.
  const confined = await (await import('./confined-browser')).openConfinedBrowser();
  if (!confined) return null;
  const { browser, isSandboxed, end } = confined;
  try {
    const options = { ...visitor, serviceWorkers: 'block', acceptDownloads: false } as const;
    const context = await browser.newContext(options);
    const requests = await respondToRequests(context, respond);
    for (const [n, name] of names.entries()) {
      const visit = requests.beginVisit();
      const ids = (readPage(name)?.modules ?? []).filter(
        (id) => !modules.get(id) && apps.some((app) => app === 'host' || app === appOf(id)),
      );
      const late = new AbortController();
      const stuck = sleep(limit, null, { signal: late.signal }).catch(() => null);
      const trying = context.newPage().then(async (page) => {
        page.on('popup', (popup) => void popup.close().catch(() => undefined));
        const result = await visitPage({ page, name, ids, visit }, apps, readPage);
        await page.close();
        return result;
      });
      const result = await Promise.race([trying, stuck]);
      late.abort();
      requests.throwProblem();
      onPage?.();
      for (const [fault, stack] of result?.faults ?? []) faults.set(fault, stack);
      for (const id of ids) modules.set(id, result?.tested.includes(id) === true);
      if (result) continue;
      faults.set(`${name}: it was ended after ${limit / 1000} s: its script never stops`, '');
      return { isSandboxed, left: names.slice(n + 1) };
    }
    return { isSandboxed, left: [] };
  } finally {
    await end();
  }
}

/**
 * Opens composed pages that are not live yet, one after the other, in a browser without a network, and tests each
 * module of some apps once.
 * @param names of the pages
 * @param store of the files that they load
 * @param apps whose modules are tested; the host stands for all
 * @param limit milliseconds that one page may take before its browser is ended
 * @param services of the site, for the pages' calls; default: none
 * @param data that the services respond with
 * @param visitor language and time zone
 * @param onPage called after each page
 * @returns null where there is no browser
 * @throws the error of the store
 */
export async function hydratePages(
  pages: Deployment['pages'],
  names: readonly string[],
  store: Pick<Store, 'get'>,
  {
    apps = ['host'],
    limit = 60_000,
    services = { cookies: [], register: () => Promise.resolve() },
    data,
    visitor = foreigner,
    onPage,
  }: {
    readonly apps?: readonly string[];
    readonly limit?: number;
    readonly services?: Services;
    readonly data?: ServicesOptions['data'];
    readonly visitor?: typeof foreigner;
    readonly onPage?: () => void;
  } = {},
): Promise<TriedPages | null> {
  const site = servePages(pages, store, services, data);
  const faults: Faults = new Map();
  const modules = new Map<string, boolean>();
  const readPage = createPageReader(pages);
  const trial = { apps, limit, visitor, onPage, respond: site.respond, readPage, faults, modules };
  try {
    const first = await openUntilStuck(names, trial);
    if (!first) return null;
    const { isSandboxed } = first;
    let { left: remainingPages } = first;
    for (let stuck = 1; remainingPages.length > 0; stuck += 1) {
      const next = stuck < maxStuck ? await openUntilStuck(remainingPages, trial) : null;
      if (!next) faults.set(`${remainingPages[0]}: it was left out, with all pages behind it`, '');
      remainingPages = next?.left ?? [];
    }
    const untested = [...modules].flatMap(([id, isTested]) => (isTested ? [] : [id]));
    return { faults, untested, unanswered: [...site.unanswered], isSandboxed };
  } finally {
    await site.close();
  }
}
