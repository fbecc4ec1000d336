import { readLedger } from '../../../release/ledger';
import { canaryTarget } from '../../../release/stores/store';
import { frontSite } from '../../../testing/nginx-front';
import { hasNginx } from '../../../setup/browser.mjs';
import { letOthersIn } from '../../../testing/running-nginx';
import { putUnderLoad } from '../../soak/load';
import type { Bench, Findings } from '../findings';
import { compareRounds, formatRatio, summarize } from '../statistics';

/** Least throughput with a canary, as a share of that without. */
const leastRatio = 0.95;

/** The landing page for a visitor of a canary, and for the same visitor where none is running. */
export async function measureCanary({ sites, folder, runs, print }: Bench): Promise<Findings> {
  const { store } = sites.tool;
  const composition = (await readLedger(store)).live?.composition ?? '';
  await letOthersIn(folder);
  const nginx = hasNginx()
    ? await frontSite({ siteDir: store.name, url: sites.urls.composed })
    : null;
  const servers = [
    { server: 'embedded', url: sites.urls.composed },
    ...(nginx ? [{ server: 'nginx', url: nginx.url }] : []),
  ].map((server) => ({ ...server, without: [] as number[], canary: [] as number[] }));
  const cookie = `bucket=00; XSRF-TOKEN=${'a'.repeat(32)}`;
  const load = async (url: string) => {
    const what = { url, paths: ['/'], cookie };
    const report = await putUnderLoad({ ...what, connections: 50, seconds: 3, perSecond: null });
    if (report.failed > 0) throw new Error(`${report.failed} requests failed under load.`);
    return report.perSecond;
  };
  try {
    for (let round = 1; round <= runs; round += 1) {
      for (const { url, without, canary } of servers) {
        await store.point('canary', null);
        without.push(await load(url));
        await store.point('canary', canaryTarget({ share: 50, composition }));
        canary.push(await load(url));
      }
      print(`canary, round ${round} of ${runs}`);
    }
  } finally {
    await store.point('canary', null);
    await nginx?.stop();
  }
  const figure = (values: readonly number[]) =>
    Math.round(summarize(values).median).toLocaleString('en-US');
  const compared = servers.map((measured) => ({
    ...measured,
    ratio: compareRounds(measured.canary, measured.without),
  }));
  return {
    data: servers,
    tables: [
      {
        title: 'Landing pages per second, 50 connections',
        head: ['Server', 'Without a canary', 'With one', 'Ratio'],
        rows: compared.map(({ server, without, canary, ratio }) => [
          ...[server, figure(without), figure(canary)],
          formatRatio(ratio),
        ]),
      },
    ],
    goals: compared.map(({ server, ratio }) => ({
      title: `Landing pages per second with a canary, ${server}`,
      goal: `at least × ${leastRatio}`,
      measured: formatRatio(ratio),
      isKept: ratio && ratio.median >= leastRatio,
    })),
  };
}
