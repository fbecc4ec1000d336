import { test as base, type BrowserContext, type Request } from '@playwright/test';

/**
 * Chromium’s warning about a preload that was not used within a few seconds after the load event. It is ignored, since
 * it only means that the machine is slow, or that a test has delayed the script.
 */
const slowPreload = 'was preloaded using link preload but not used within a few seconds';

/**
 * Collects errors, warnings and uncaught exceptions in the consoles of one test's pages, each as a line such as
 * `error: <text> (<address of the script or resource>)`.
 */
class ConsoleWatch {
  readonly #lines: string[] = [];
  readonly #allowed: RegExp[] = [];
  readonly #expected: RegExp[] = [];

  /** Watches all pages of the context, including those that it opens later. */
  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      const type = message.type();
      if (type !== 'error' && type !== 'warning') return;
      if (message.text().includes(slowPreload)) return;
      this.note(`${type}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (webError) => {
      const error = webError.error();
      // An error that the browser itself creates has an empty stack.
      const text = error.stack?.includes(error.message) ? error.stack : error.message;
      this.note(`exception: ${text}`);
    });
  }

  note(...lines: readonly string[]): void {
    this.#lines.push(...lines);
  }

  /** Allows matching lines, before and after this call, and requires at least one. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Allows matching lines without requiring one, where they depend on timing. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  /** Counts the matching lines so far. */
  count(pattern: RegExp): number {
    return this.#lines.filter((line) => pattern.test(line)).length;
  }

  /** @returns a sentence for each unexpected line and each missing one */
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

/** Matches files of releases, and the files at the root of a site that browsers request by themselves. */
const asset = /^\/assets\/|^\/(?:favicon\.\w+|apple-touch-icon\.png|site\.webmanifest)$/;

function watchCalls(context: BrowserContext) {
  const requests: Request[] = [];
  const pathOf = (request: Request) => new URL(request.url()).pathname;
  context.on('request', (request) => {
    if (request.url().startsWith('http') && !asset.test(pathOf(request))) requests.push(request);
  });
  return {
    /** Lists requests such as `GET /signup`. Those to another origin have the whole address. */
    list: (origin: string) =>
      requests.map((request) => `${request.method()} ${request.url().replace(origin, '')}`),
    /** Returns the requests with a method to a path. */
    of: (method: string, path: string) =>
      requests.filter((request) => request.method() === method && pathOf(request) === path),
  };
}

interface TestFixtures {
  readonly consoleWatch: ConsoleWatch;
  /** Allows console lines (`error: …`, `warning: …`, `exception: …`) and requires at least one. */
  readonly expectConsole: (pattern: RegExp) => void;
  /** Allows console lines without requiring one. */
  readonly allowConsole: (pattern: RegExp) => void;
  /** The requests of this test's pages for pages and services, in order. */
  readonly calls: ReturnType<typeof watchCalls>;
}

/** Starts a resource once for all tests of a worker that request this name, and stops it when the worker ends. */
export type PerWorker = <T extends { readonly stop: () => Promise<unknown> }>(
  name: string,
  start: () => Promise<T>,
) => Promise<T>;

/**
 * The `test` of all browser tests. Unexpected console errors, warnings and uncaught exceptions fail the test. What the
 * tests of one file share is started with `perWorker`: for a file with worker fixtures of its own, Playwright would start
 * separate workers.
 */
export const test = base.extend<TestFixtures, { readonly perWorker: PerWorker }>({
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
