import { dirname } from 'node:path';
import { addressOf } from '../release/stores/bucket-client';
import { hasGateway, hasNginx } from '../setup/browser.mjs';
import { test as base } from './fixtures';
import { freePort } from './free-port';
import { openPublicKeys } from './public-keys';
import { letOthersIn, runNginxOn } from './running-nginx';
import { gatewayEnvironment, startGateway } from './s3-gateway';
import { startSite } from './site';

/**
 * Runs the real nginx in front of a running site: pages and files from its store, the rest from its
 * embedded services.
 * @param bucket address of the bucket, if that is the store
 * @returns nginx and its origin
 */
export async function frontSite(
  site: { readonly siteDir: string; readonly url: string },
  bucket: string | null = null,
) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  if (bucket === null) await letOthersIn(dirname(site.siteDir));
  const { siteDir, url: services } = site;
  const nginx = await runNginxOn(port, { siteDir, bucket, siteUrl: url, services });
  const stop = async () => {
    const errors = await nginx.errors();
    await nginx.stop();
    if (/\[(?:emerg|alert|crit)\]/.test(errors)) throw new Error(errors);
  };
  return { ...nginx, stop, url };
}

const place = { bucket: 'shop', prefix: 'site/' };

/** A gateway, a site whose store is a bucket in it, open as the README says, and nginx in front. */
export async function frontBucket() {
  const gateway = await startGateway();
  await gateway.createBucket(place.bucket);
  await openPublicKeys(place);
  const SITE_STORE = `s3://${place.bucket}/${place.prefix}`;
  const environment = { ...gatewayEnvironment(gateway.url), SITE_STORE };
  const site = await startSite(environment);
  const nginx = await frontSite(site, await addressOf(place));
  const stop = async () => {
    await nginx.stop();
    await site.stop();
    await gateway.stop();
  };
  return { ...nginx, site, place, environment, gateway, stop };
}

interface NginxFixtures {
  /** Origin of a real nginx that serves the worker's site from its store; null where there is none. */
  readonly nginxUrl: string | null;
  /** A site in a bucket behind a real nginx; null where one of the two cannot be had. */
  readonly bucketFront: Awaited<ReturnType<typeof frontBucket>> | null;
}

/** Tests that compare nginx with the embedded server; those that need it say `skipWithoutNginx()`. */
export const test = base.extend<NginxFixtures>({
  nginxUrl: async ({ site, perWorker }, use) =>
    use(hasNginx() ? (await perWorker('nginx', () => frontSite(site))).url : null),
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
