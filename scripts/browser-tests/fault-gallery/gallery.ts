import type { Page } from '@playwright/test';
import { startFaultServer, type FaultServer } from '../../lab/faults/fault-server';
import { faults } from '../../lab/faults/faults';
import { test as base } from '../../testing/fixtures';
import { watchPage, type Sights } from './sights';

/** A fault that was opened in the browser. */
export interface Opened {
  readonly origin: string;
  readonly mend: () => void;
}

interface GalleryFixtures {
  /** The shared site with a fault in front of it, for this test alone. */
  readonly open: (name: string) => Opened;
  /** What this test's page has shown so far. */
  readonly sights: (page: Page) => Promise<Sights>;
}

/** The `test` of the gallery: a fault server per worker, before the worker's real site. */
export const test = base.extend<GalleryFixtures, { readonly gallery: FaultServer }>({
  gallery: [
    async ({ site }, use) => {
      const gallery = await startFaultServer({
        site: site.url,
        port: 0,
        faults,
        lasts: Number.POSITIVE_INFINITY,
      });
      await use(gallery);
      await gallery.stop();
    },
    { scope: 'worker' },
  ],
  open: async ({ gallery }, use) => use((name) => gallery.open(name)),
  sights: async ({ context }, use) => {
    await context.addInitScript(watchPage);
    await use((page) => page.evaluate(() => window.sights));
  },
});

export { expect } from '../../testing/fixtures';
