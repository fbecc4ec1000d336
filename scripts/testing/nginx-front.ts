import { dirname } from 'node:path';
import { freePort } from './free-port';
import { letOthersIn, runNginxOn, type RunningNginx } from './running-nginx';

/**
 * Runs the real nginx in front of a running site: pages and files from its store, the rest from its
 * embedded services.
 * @returns nginx and its origin
 */
export async function frontSite(site: {
  readonly siteDir: string;
  readonly url: string;
}): Promise<RunningNginx & { readonly url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await letOthersIn(dirname(site.siteDir));
  const nginx = await runNginxOn([port], {
    siteDir: site.siteDir,
    siteUrl: url,
    services: site.url,
  });
  return { ...nginx, url };
}
