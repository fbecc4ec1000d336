import { test as base } from './fixtures';
import { frontSite } from './nginx-front';
import { isNginxInstalled } from './running-nginx';

interface NginxFixtures {
  /** Origin of a real nginx that serves the worker's site from its store; null where there is none. */
  readonly nginxUrl: string | null;
}

/** Tests that compare nginx with the embedded server; those that need it say `skipWithoutNginx()`. */
export const test = base.extend<NginxFixtures>({
  nginxUrl: async ({ site, perWorker }, use) => {
    if (!isNginxInstalled()) return use(null);
    const { url } = await perWorker('nginx', async () => {
      const nginx = await frontSite(site);
      const stop = async () => {
        const errors = await nginx.errors();
        await nginx.stop();
        if (/\[(?:emerg|alert|crit)\]/.test(errors)) throw new Error(errors);
      };
      return { ...nginx, stop };
    });
    await use(url);
  },
});

export { expect } from '@playwright/test';

/** Reports every test of the file as skipped where nginx is not installed. */
export function skipWithoutNginx(): void {
  test.skip(!isNginxInstalled(), 'nginx with its module for brotli is not installed');
}
