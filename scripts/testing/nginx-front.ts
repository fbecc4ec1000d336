import { dirname } from 'node:path';
import { addressOf } from '../release/stores/bucket-client';
import { freePort } from './free-port';
import { openPublicKeys } from './public-keys';
import { letOthersIn, runNginxOn, type RunningNginx } from './running-nginx';
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
): Promise<RunningNginx & { readonly url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  if (bucket === null) await letOthersIn(dirname(site.siteDir));
  const nginx = await runNginxOn([port], {
    siteDir: site.siteDir,
    bucket,
    siteUrl: url,
    services: site.url,
  });
  return { ...nginx, url };
}

const place = { bucket: 'shop', prefix: 'site/' };

/** A gateway, a site whose store is a bucket in it, open as the README says, and nginx in front. */
export async function frontBucket() {
  const gateway = await startGateway();
  await gateway.createBucket(place.bucket);
  await openPublicKeys(place);
  const environment = {
    ...gatewayEnvironment(gateway.url),
    SITE_STORE: `s3://${place.bucket}/${place.prefix}`,
  };
  const site = await startSite(environment);
  const nginx = await frontSite(site, await addressOf(place));
  const stop = async () => {
    await nginx.stop();
    await site.stop();
    await gateway.stop();
  };
  return { ...nginx, site, place, environment, gateway, stop };
}
