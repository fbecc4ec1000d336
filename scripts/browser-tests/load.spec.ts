import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frontSite } from '../testing/nginx-front';
import { isNginxInstalled } from '../testing/running-nginx';
import { change } from '../release/change';
import type { ChangeCommand } from '../release/arguments';
import { readSettings } from '../environment';
import { openReleaseTool } from '../release/tool';
import { putUnderLoad, type LoadReport } from '../lab/soak/load';
import { stampRelease } from '../lab/stamp-release';
import { createPageSampler } from '../testing/page-sampler';
import { expect, test } from '../testing/fixtures';
import type { Site } from '../testing/site';

/** `npm run soak` sets SOAK. The short form leaves the machine some room: other tests run meanwhile. */
const isSoak = Boolean(process.env['SOAK']);
const seconds = isSoak ? 30 : 7;
/** Requests; null: as many as the machine can. */
const perSecond = isSoak ? null : 300;
/** Publishes and rollbacks meanwhile, at least. */
const fewestChanges = isSoak ? 30 : 2;
const connections = 50;

test.describe.configure({ mode: 'serial', timeout: 180_000 });

interface Outcome {
  readonly load: LoadReport;
  readonly changes: number;
  readonly samples: number;
  readonly versions: ReadonlySet<string>;
  readonly faults: readonly string[];
}

/** Loads `url` while the pricing team publishes and rolls back, and looks at what visitors get. */
async function publishUnderLoad(url: string, site: Site): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'releases-'));
  try {
    const settings = readSettings({
      SITE_DIR: site.siteDir,
      DATA_DIR: site.dataDir,
      SITE_URL: site.url,
    });
    const tool = await openReleaseTool(settings);
    const built = await tool.buildApp('pricing');
    const other = join(folder, 'other');
    const mark = `load-${new URL(url).port}`;
    const manifest = await stampRelease(built, { app: 'pricing', folder: other }, mark);
    const team = { ...tool, buildApp: () => Promise.resolve(other) };
    const carryOut = (command: ChangeCommand) => change(command, team, (_title, work) => work());

    const entries = new Map([[manifest.version, manifest.entry]]);
    const samplePage = createPageSampler(url, 'pricing', entries);
    const { version: first } = await samplePage('/');
    const record = await tool.store.get(`releases/pricing/${first}/release.json`);
    const { entry } = JSON.parse(record?.toString('utf8') ?? '{}') as { entry?: string };
    entries.set(first, entry ?? '');

    const over = new AbortController();
    const { signal } = over;
    const faults: string[] = [];
    const versions = new Set<string>();
    let changes = 0;
    let samples = 0;
    const publishing = (async () => {
      while (!signal.aborted) {
        await carryOut({ name: 'publish', apps: ['pricing'], overBudget: null });
        await carryOut({ name: 'rollback', app: 'pricing', to: first });
        changes += 2;
      }
    })();
    const looking = (async () => {
      for (let turn = 0; !signal.aborted; turn += 1) {
        const sample = await samplePage(['/', '/signup', '/terms'][turn % 3] ?? '/');
        faults.push(...sample.faults);
        versions.add(sample.version);
        samples += 1;
      }
    })();
    const loading = putUnderLoad({
      url,
      connections,
      seconds,
      perSecond,
      paths: ['/', '/signup', '/terms', '/robots.txt', `/assets/pricing/${entry ?? ''}`],
    }).finally(() => over.abort());
    const [load] = await Promise.all([loading, publishing, looking]);
    return { load, changes, samples, versions, faults };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function expectNoHarm({ load, changes, samples, versions, faults }: Outcome, who: string): void {
  const told = `${load.requests} requests (${load.perSecond}/s, p50 ${load.p50} ms, p99 ${load.p99} ms), ${changes} publishes and rollbacks, ${samples} pages looked at`;
  test.info().annotations.push({ type: who, description: told });
  if (isSoak) process.stdout.write(`${who}: ${told}\n`);
  expect(load.failed).toBe(0);
  expect(faults).toEqual([]);
  expect(load.requests).toBeGreaterThan(seconds * 100);
  expect(samples).toBeGreaterThan(seconds);
  expect(versions.size).toBe(2);
  expect(changes).toBeGreaterThanOrEqual(fewestChanges);
}

test('publishes and rollbacks under load fail no request of nginx and mix no page', async ({
  startSite,
}) => {
  test.skip(!isNginxInstalled(), 'nginx with its module for brotli is not installed');
  const site = await startSite();
  const nginx = await frontSite(site);
  try {
    expectNoHarm(await publishUnderLoad(nginx.url, site), 'nginx');
    expect(await nginx.errors()).toBe('');
  } finally {
    await nginx.stop();
  }
});

test('publishes and rollbacks under load fail no request of the embedded server', async ({
  startSite,
}) => {
  const site = await startSite();
  expectNoHarm(await publishUnderLoad(site.url, site), 'the embedded server');
});
