import path from 'node:path';
import autocannon from 'autocannon';
import { signalsPath, type Signals } from 'shared/contracts/signals';
import { startServicesProcess } from '../../../testing/services/child-process';
import type { Bench, Findings } from '../findings';
import { landingBytes, openSite, timed } from './deploys';

const visit: Signals = {
  releases: { host: '0123456789ab', pricing: '0123456789ab', signup: '0123456789ab' },
  faults: [],
  hydrated: { page: 900, 'pricing/PricingSection': 950 },
  complete: true,
  ...{ lcp: 1200, inp: 80, cls: 0 },
};

/** Beacons that the collector takes in a second, all counted. */
async function loadCollector(dataDir: string) {
  const services = await startServicesProcess({ dataDir });
  try {
    const headers = { 'content-type': 'text/plain' };
    const { requests, latency, non2xx } = await autocannon({
      ...{ url: services.url, connections: 50, duration: 5, workers: 1 },
      requests: [{ path: signalsPath, method: 'POST', headers, body: JSON.stringify(visit) }],
    });
    if (non2xx > 0) throw new Error(`${non2xx} beacons were refused.`);
    return { perSecond: requests.average, p99: latency.p99 };
  } finally {
    await services.stop('SIGTERM');
  }
}

/** What signals cost: the collector, and a page that sends them. */
export async function measureSignals(bench: Bench): Promise<Findings> {
  const { perSecond, p99 } = await loadCollector(path.join(bench.folder, 'signals'));
  const { tool } = await openSite(bench, 2);
  const off = await landingBytes(tool);
  const settings = { signals: { url: signalsPath, share: 100 }, limits: [] };
  await timed(tool, { name: 'settings', change: settings });
  const on = await landingBytes(tool);
  const files = await tool.store.list('assets/host/');
  const script = files.find(({ key }) => /\/signals\.\w+\.js\.br$/.test(key))?.bytes ?? 0;
  const row = (name: string, value: number, unit: string) => [
    name,
    `${Math.round(value).toLocaleString('en-US')}${unit}`,
  ];
  return {
    data: { perSecond, p99, off, on, script },
    tables: [
      {
        title: 'Signals',
        head: ['Figure', 'Measured'],
        rows: [
          row('Beacons in a second, 50 connections', perSecond, ''),
          row('Answered, 99 of 100', p99, ' ms'),
          row('Landing HTML without signals', off, ' B'),
          row('Landing HTML with them', on, ' B'),
          row('Their script, after everything else', script, ' B'),
        ],
      },
    ],
  };
}
