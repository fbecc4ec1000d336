import { test as base } from '@composed/testing/browser/fixtures';
import { visitorAddress } from '@composed/testing/server/visitor-address';
import { servePublished, type Site } from './run-site';

interface WorkerFixtures {
  /** The production site that the tests of one worker share: do not change what is live in it. */
  readonly site: Site;
}

/**
 * The `test` of this site. `page.goto('/signup')` opens a page of the worker's site. A test without a site declares
 * `test.use({ baseURL: undefined })`.
 */
export const test = base.extend<object, WorkerFixtures>({
  site: [
    async ({}, use) => {
      const site = await servePublished();
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  extraHTTPHeaders: async ({}, use) => use({ 'X-Forwarded-For': visitorAddress() }),
  baseURL: async ({ site }, use) => use(site.url),
});

export { expect } from '@composed/testing/browser/fixtures';
