import type { Page } from '@playwright/test';
import { startFaultServer, type FaultServer } from '../../lab/faults/fault-server';
import { test as base } from '../../testing/fixtures';
import { observePage, type Observations } from './observations';

interface FaultFixtures {
  /** The worker's site with a fault in it, at an origin of this test's own. */
  readonly open: FaultServer['open'];
  /** What this test's page has shown so far. */
  readonly observations: (page: Page) => Promise<Observations>;
}

/** The `test` of the fault gallery: a fault server per worker, in front of the worker's site. */
export const test = base.extend<FaultFixtures>({
  open: async ({ site, perWorker }, use) => {
    const server = await perWorker('faults', () => startFaultServer(site.url, 0, Infinity));
    await use(server.open);
  },
  observations: async ({ context }, use) => {
    await context.addInitScript(observePage);
    await use((page) => page.evaluate(() => window.observations));
  },
});

export { expect } from '../../testing/fixtures';
