import path from 'node:path';
import { signalsPath, type Signals } from '@shopwright/shared/contracts/signals';
import { startServicesProcess } from '../../../testing/services/child-process';
import { putUnderLoad } from '../../soak/load';
import type { Bench, Findings } from '../findings';
import { formatCount, formatMs } from '../statistics';
import { landingBytes, openSite, timed } from './deploys';

const visit: Signals = {
  releases: { host: '0123456789ab', pricing: '0123456789ab', signup: '0123456789ab' },
  faults: [],
  hydrated: { page: 900, 'pricing/PricingSection': 950 },
  complete: true,
  ...{ lcp: 1200, inp: 80, cls: 0 },
};

async function sendBeacons(dataDir: string) {
  const services = await startServicesProcess({ dataDir, live: visit.releases });
  try {
    return await putUnderLoad({
      ...{ url: `${services.url}${signalsPath}`, duration: 5, method: 'POST' },
      ...{ headers: { 'content-type': 'text/plain' }, body: JSON.stringify(visit) },
    });
  } finally {
    await services.stop('SIGTERM');
  }
}

/** What signals cost: the collector, which must count every beacon, and a page that sends them. */
export async function measureSignals(bench: Bench): Promise<Findings> {
  const { requests, latency } = await sendBeacons(path.join(bench.folder, 'signals'));
  const { tool } = await openSite(bench, 2);
  const off = await landingBytes(tool);
  const settings = { signals: { url: signalsPath, share: 100 }, limits: [] };
  await timed(tool, { name: 'settings', change: settings });
  const on = await landingBytes(tool);
  const files = await tool.store.list('assets/host/');
  const script = files.find(({ key }) => /\/signals\.\w+\.js\.br$/.test(key))?.bytes ?? 0;
  const rows = [
    ['Beacons in a second, 50 connections', formatCount(requests.average)],
    ['Answered, 99 of 100', formatMs(latency.p99)],
    ['Landing HTML without signals', `${formatCount(off)} B`],
    ['Landing HTML with them', `${formatCount(on)} B`],
    ['Their script, after everything else', `${formatCount(script)} B`],
  ];
  return { tables: [{ title: 'Signals', head: ['Figure', 'Measured'], rows }] };
}
