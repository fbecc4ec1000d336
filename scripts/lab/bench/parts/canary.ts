import { readLedger } from '../../../release/ledger';
import { canaryTarget } from '../../../release/stores/store';
import { frontSite } from '../../../testing/nginx-front';
import { hasNginx } from '../../../setup/browser.mjs';
import { letOthersIn } from '../../../testing/running-nginx';
import type { Bench, Findings } from '../findings';
import { compareThroughput, pagesPerSecond } from './throughput';

const cookie = `bucket=00; XSRF-TOKEN=${'a'.repeat(32)}`;

/** The landing page for a visitor of a canary, and for the same visitor where none is running. */
export async function measureCanary({ sites, folder, runs }: Bench): Promise<Findings> {
  const { store } = sites.tool;
  const { composed } = sites.urls;
  const composition = (await readLedger(store)).live?.composition ?? '';
  await letOthersIn(folder);
  const nginx = hasNginx() ? await frontSite({ siteDir: store.name, url: composed }) : null;
  const servers = [
    { server: 'embedded', url: composed, without: [] as number[], canary: [] as number[] },
    ...(nginx ? [{ server: 'nginx', url: nginx.url, without: [], canary: [] }] : []),
  ];
  try {
    for (let round = 1; round <= runs; round += 1) {
      for (const { url, without, canary } of servers) {
        await store.point('canary', null);
        without.push(await pagesPerSecond(url, cookie));
        await store.point('canary', canaryTarget({ share: 50, composition }));
        canary.push(await pagesPerSecond(url, cookie));
      }
      console.log(`canary, round ${round} of ${runs}`);
    }
  } finally {
    await store.point('canary', null);
    await nginx?.stop();
  }
  const compared = servers.map(({ server, without, canary }) => ({
    server,
    ...compareThroughput(without, canary),
  }));
  return {
    data: servers,
    tables: [
      {
        title: 'Landing pages per second, 50 connections',
        head: ['Server', 'Without a canary', 'With one', 'Ratio'],
        rows: compared.map(({ server, cells }) => [server, ...cells]),
      },
    ],
    goals: compared.map(({ server, goal }) =>
      goal(`Landing pages per second with a canary, ${server}`),
    ),
  };
}
