import { hasGateway, hasNginx } from '../setup/browser.mjs';
import { test as base } from './fixtures';
import { frontBucket, frontSite } from './nginx-front';

interface NginxFixtures {
  /** Origin of a real nginx that serves the worker's site from its store; null where there is none. */
  readonly nginxUrl: string | null;
  /** A site in a bucket behind a real nginx; null where one of the two cannot be had. */
  readonly bucketFront: Awaited<ReturnType<typeof frontBucket>> | null;
}

/** Tests that compare nginx with the embedded server; those that need it say `skipWithoutNginx()`. */
export const test = base.extend<NginxFixtures>({
  nginxUrl: async ({ site, perWorker }, use) => {
    if (!hasNginx()) return use(null);
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
  bucketFront: async ({ perWorker }, use) => {
    const isThere = hasNginx() && hasGateway();
    await use(isThere ? await perWorker('nginx before a bucket', frontBucket) : null);
  },
});

export { expect } from '@playwright/test';

/** Reports every test of the group as skipped where there is no nginx, or no gateway. */
export function skipWithoutBucketFront(): void {
  const isThere = hasNginx() && hasGateway();
  test.skip(!isThere, 'nginx with its module for brotli, or Ceph with its S3 gateway, is missing');
}

/** Reports every test of the file as skipped where nginx is not installed. */
export function skipWithoutNginx(): void {
  test.skip(!hasNginx(), 'nginx with its module for brotli is not installed');
}
