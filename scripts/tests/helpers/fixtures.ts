import { test as base, type BrowserContext, type Request } from '@playwright/test';
import { visitorAddress } from '@composed/testing/server/visitor-address';
import { servePublished, type Site } from './site';

/**
 * Chromium’s warning of a preload that nothing has used some seconds after the load event. It means a slow machine,
 * or a test that delayed the script. A preload that nothing can use shows in the list of calls.
 */
const slowPreload = 'was preloaded using link preload but not used within a few seconds';

/**
 * Lines that the pages of one test write to the console: errors, warnings and uncaught exceptions, each
 * as one line `error: <text> (<address of the script or resource>)`.
 */
class ConsoleWatch {
  readonly #lines: string[] = [];
  readonly #allowed: RegExp[] = [];
  readonly #expected: RegExp[] = [];

  /** Watches every page of the context, those that it opens later included. */
  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      const type = message.type();
      if (type !== 'error' && type !== 'warning') return;
      if (message.text().includes(slowPreload)) return;
      this.note(`${type}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (webError) => {
      const error = webError.error();
      // An error that the browser itself rejects with has a message and an empty stack.
      const said = error.stack?.includes(error.message) ? error.stack : error.message;
      this.note(`exception: ${said}`);
    });
  }

  note(...lines: readonly string[]): void {
    this.#lines.push(...lines);
  }

  /** Allows matching lines, before and after this call, and demands at least one. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Allows matching lines without demanding one: for what depends on timing. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  /** How many lines so far match. */
  count(pattern: RegExp): number {
    return this.#lines.filter((line) => pattern.test(line)).length;
  }

  /** @returns the sentences to fail with; none when all was as expected */
  failures(): string[] {
    const known = [...this.#allowed, ...this.#expected];
    const unexpected = this.#lines.filter((line) => !known.some((pattern) => pattern.test(line)));
    const missing = this.#expected.filter((pattern) => this.count(pattern) === 0);
    return [
      ...unexpected.map((line) => `Unexpected in the console: ${line}`),
      ...missing.map((pattern) => `Nothing in the console matched ${String(pattern)}.`),
    ];
  }
}

/** Files of releases, and what browsers look for at the root of any site by themselves. */
const asset = /^\/assets\/|^\/(?:favicon\.\w+|apple-touch-icon\.png|site\.webmanifest)$/;

function watchCalls(context: BrowserContext) {
  const requests: Request[] = [];
  const pathOf = (request: Request) => new URL(request.url()).pathname;
  context.on('request', (request) => {
    if (request.url().startsWith('http') && !asset.test(pathOf(request))) requests.push(request);
  });
  return {
    /** Requests such as `GET /signup`; another origin's with the whole address. */
    list: (origin: string) =>
      requests.map((request) => `${request.method()} ${request.url().replace(origin, '')}`),
    /** The requests of one method to one path. */
    of: (method: string, path: string) =>
      requests.filter((request) => request.method() === method && pathOf(request) === path),
  };
}

interface TestFixtures {
  readonly consoleWatch: ConsoleWatch;
  /** Allows console lines (`error: …`, `warning: …`, `exception: …`) and demands at least one. */
  readonly expectConsole: (pattern: RegExp) => void;
  /** Allows console lines without demanding one. */
  readonly allowConsole: (pattern: RegExp) => void;
  /** The pages and calls that this test's pages have asked for, in order. */
  readonly calls: ReturnType<typeof watchCalls>;
}

/** A resource that is started once for all tests of a worker that ask for it by this name, and stopped at its end. */
export type PerWorker = <T extends { readonly stop: () => Promise<unknown> }>(
  name: string,
  start: () => Promise<T>,
) => Promise<T>;

/*
 * All worker fixtures are here. A file with its own would get workers of its own, each with a site and a browser to
 * start. Such a file uses `perWorker`.
 */
interface WorkerFixtures {
  /** The production site that the tests of one worker share: do not change what is live in it. */
  readonly site: Site;
  readonly perWorker: PerWorker;
}

/**
 * The `test` of every browser test. `page` stands on the worker's site (`page.goto('/signup')`), and
 * any console error or warning and any uncaught exception fails the test, unless it is expected.
 * A test that needs no site says `test.use({ baseURL: undefined })`.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    async ({}, use) => {
      const site = await servePublished();
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  perWorker: [
    async ({}, use) => {
      const started = new Map<string, Promise<{ readonly stop: () => Promise<unknown> }>>();
      await use((name, start) => {
        const shared = (started.get(name) as ReturnType<typeof start> | undefined) ?? start();
        started.set(name, shared);
        return shared;
      });
      for (const shared of started.values()) await (await shared).stop();
    },
    { scope: 'worker' },
  ],
  extraHTTPHeaders: async ({}, use) => use({ 'X-Forwarded-For': visitorAddress() }),
  baseURL: async ({ site }, use) => use(site.url),
  consoleWatch: async ({}, use) => {
    const watch = new ConsoleWatch();
    await use(watch);
    const failures = watch.failures();
    if (failures.length > 0) throw new Error(failures.join('\n'));
  },
  calls: async ({ context }, use) => use(watchCalls(context)),
  context: async ({ context, consoleWatch }, use) => {
    consoleWatch.watch(context);
    await use(context);
  },
  expectConsole: async ({ consoleWatch }, use) => use((pattern) => consoleWatch.expect(pattern)),
  allowConsole: async ({ consoleWatch }, use) => use((pattern) => consoleWatch.allow(pattern)),
});

export { expect } from '@playwright/test';
