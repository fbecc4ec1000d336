import { test as base } from '@playwright/test';
import { CallLog } from './call-log';
import { ConsoleWatch } from './console-watch';
import { startForwardedSite, type ForwardedSite } from './forwarded-site';
import { visitorAddress } from './visitor-address';
import { startSite, type Environment, type Site } from './site';

interface TestFixtures {
  readonly consoleWatch: ConsoleWatch;
  /** Allows console lines (`error: …`, `warning: …`, `exception: …`) and demands at least one. */
  readonly expectConsole: (pattern: RegExp) => void;
  /** Allows console lines without demanding one. */
  readonly allowConsole: (pattern: RegExp) => void;
  /** The pages and calls that this test's pages have asked for. */
  readonly calls: CallLog;
  /** The worker's site with fake services, reset to their first answers. */
  readonly forwarded: ForwardedSite;
  /** Starts a site of this test's own, with its own database, store and environment. */
  readonly startSite: (environment?: Environment) => Promise<Site>;
}

interface WorkerFixtures {
  /** The production site that the tests of one worker share: do not change what is live in it. */
  readonly site: Site;
  /** A second one, whose three services are elsewhere; tests take `forwarded`. */
  readonly forwardedSite: ForwardedSite;
}

const siteStart = 200_000;

/**
 * The `test` of every browser test. `page` stands on the worker's site (`page.goto('/signup')`), and
 * any console error or warning and any uncaught exception fails the test, unless it is expected.
 * A test that needs no site says `test.use({ baseURL: undefined })`.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: siteStart },
  ],
  forwardedSite: [
    async ({}, use) => {
      const forwarded = await startForwardedSite();
      await use(forwarded);
      await forwarded.stop();
    },
    { scope: 'worker', timeout: siteStart },
  ],
  forwarded: async ({ forwardedSite }, use) => {
    forwardedSite.reset();
    await use(forwardedSite);
  },
  extraHTTPHeaders: async ({}, use) => use({ 'X-Forwarded-For': visitorAddress() }),
  baseURL: async ({ site }, use) => use(site.url),
  consoleWatch: async ({}, use) => {
    const watch = new ConsoleWatch();
    await use(watch);
    const failures = watch.failures();
    if (failures.length > 0) throw new Error(failures.join('\n'));
  },
  calls: async ({}, use) => use(new CallLog()),
  context: async ({ context, consoleWatch, calls }, use) => {
    consoleWatch.watch(context);
    calls.watch(context);
    await use(context);
  },
  expectConsole: async ({ consoleWatch }, use) => use((pattern) => consoleWatch.expect(pattern)),
  allowConsole: async ({ consoleWatch }, use) => use((pattern) => consoleWatch.allow(pattern)),
  startSite: [
    async ({}, use) => {
      const sites: Site[] = [];
      await use(async (environment) => {
        const site = await startSite(environment);
        sites.push(site);
        return site;
      });
      await Promise.all(sites.map((site) => site.stop()));
    },
    { timeout: siteStart },
  ],
});

export { expect } from '@playwright/test';
