import path from 'node:path';
import { readLedger } from '@composed/release/ledger';
import { readDeploymentIndex } from '@composed/release/deployments';
import { FolderStore } from '@composed/release/store/folder-store';
import { readSettings } from '@composed/command/environment';
import { serveSite } from '@composed/server/serve/server';
import { siteServices } from '../../services/site-services';
import { pageAddresses } from '@composed/contracts/page-addresses';
import { putUnderLoad } from '../soak/load';

/** Seconds of each load, and the number of pages it asks for. Of a larger site they come from all over it. */
const duration = 3;
const mostPages = 100;

/** Serves the site of a folder as `serve` does. */
async function serve(root: string) {
  const siteDir = path.join(root, 'site');
  const store = new FolderStore(siteDir);
  const { live } = await readLedger(store);
  const index = live && (await readDeploymentIndex(store, live.deployment));
  const all = pageAddresses(Object.keys(index?.pages ?? {}));
  const step = Math.ceil(all.length / mostPages);
  const requests = all.filter((_, n) => n % step === 0).map((address) => ({ path: address }));
  const settings = { ...readSettings({}), siteDir, dataDir: path.join(root, 'data'), port: 0 };
  const { url, close } = await serveSite(settings, siteServices);
  const load = async (seconds: number) => {
    const result = await putUnderLoad({ url, requests, duration: seconds });
    return result.requests.total / result.duration;
  };
  return { load, close };
}

/**
 * Pages that one processor gives in a second, brotli, for sites of several sizes in turn.
 * @param roots of the sites, by their size
 * @returns the metric of each round, by size
 */
export async function measureServing(roots: ReadonlyMap<string, string>, rounds: number) {
  const metrics = new Map<string, number[]>();
  const servers = [];
  for (const [size, root] of roots) servers.push({ size, ...(await serve(root)) });
  try {
    for (const { load } of servers) await load(1);
    for (let round = 0; round < rounds; round += 1) {
      for (const { size, load } of servers) {
        metrics.set(size, [...(metrics.get(size) ?? []), await load(duration)]);
      }
    }
  } finally {
    for (const { close } of servers) await close();
  }
  return metrics;
}
