import type { Page } from '@playwright/test';
import { startFaultServer, type FaultServer, type FaultySite } from '../../lab/faults/fault-server';
import { test as base } from '../../testing/fixtures';
import { observePage, type Observations } from './observations';

interface FaultFixtures {
  /** The worker's site with a fault in it, at an origin of this test's own. */
  readonly open: (name: string) => FaultySite;
  /** What this test's page has shown so far. */
  readonly observations: (page: Page) => Promise<Observations>;
}

/** The `test` of the fault gallery: a fault server per worker, in front of the worker's site. */
export const test = base.extend<FaultFixtures, { readonly faultServer: FaultServer }>({
  faultServer: [
    async ({ site }, use) => {
      const duration = Number.POSITIVE_INFINITY;
      const faultServer = await startFaultServer({ site: site.url, port: 0, duration });
      await use(faultServer);
      await faultServer.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  open: async ({ faultServer }, use) => use((name) => faultServer.open(name)),
  observations: async ({ context }, use) => {
    await context.addInitScript(observePage);
    await use((page) => page.evaluate(() => window.observations));
  },
});

export { expect } from '../../testing/fixtures';
