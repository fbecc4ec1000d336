import { dirname } from 'node:path';
import { isNginxInstalled, letOthersIn, runNginxOn } from '../nginx/testing/running-nginx';
import { upstreamTimeLimits } from '../services/addresses';
import { test as base } from './fixtures';
import { freePort } from './free-port';

interface NginxFixtures {
  /** Origin of a real nginx that serves the worker's site from its store; null where there is none. */
  readonly nginxUrl: string | null;
}

/** Tests that compare nginx with the embedded server; those that need it say `skipWithoutNginx()`. */
export const test = base.extend<object, NginxFixtures>({
  nginxUrl: [
    async ({ site }, use) => {
      if (!isNginxInstalled()) return use(null);
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      await letOthersIn(dirname(site.siteDir));
      const nginx = await runNginxOn([port], {
        siteDir: site.siteDir,
        siteUrl: url,
        upstreams: { subscription: null, manager: null, storeUi: null },
        services: site.url,
        timeLimits: upstreamTimeLimits,
        listen: [`127.0.0.1:${port}`],
        tls: null,
      });
      await use(url);
      const errors = await nginx.errors();
      await nginx.stop();
      if (/\[(?:emerg|alert|crit)\]/.test(errors)) throw new Error(errors);
    },
    { scope: 'worker' },
  ],
});

export { expect } from '@playwright/test';

/** Reports every test of the file as skipped where nginx is not installed. */
export function skipWithoutNginx(): void {
  test.skip(!isNginxInstalled(), 'nginx with its module for brotli is not installed');
}
