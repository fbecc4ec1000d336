import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readRecord, readScriptElements } from '../compose/composed-page';
import { change } from '../release/change';
import type { ChangeCommand } from '../release/commands';
import { readSettings } from '../environment';
import { openReleaseTool } from '../release/tool';
import { putUnderLoad } from '../lab/soak/load';
import { stampRelease } from '../lab/stamp-release';
import { ask } from '../testing/server/ask';
import { expect, test } from '../testing/fixtures';
import type { Environment, Site } from '../testing/site';

/** `npm run soak` sets SOAK. The short form leaves the machine some room: other tests run meanwhile. */
const isSoak = Boolean(process.env['SOAK']);
const seconds = isSoak ? 30 : 7;
/** Requests a second; without it as many as the machine can. */
const rate = isSoak ? {} : { overallRate: 300 };
/** Milliseconds between two changes, and between two looks at a page. */
const [betweenChanges, betweenLooks] = isSoak ? [0, 0] : [300, 50];
/** Publishes and rollbacks meanwhile, at least. */
const fewestChanges = isSoak ? 30 : 2;

/** One page that was looked at, and what is wrong with it. */
interface Sample {
  readonly version: string;
  readonly faults: readonly string[];
}

/**
 * Looks at pages as a browser does: what a page names has to be there, with the hash that it names, and all
 * of one release.
 * @param entries version of the remote → name of its container script
 */
function createPageSampler(url: string, app: string, entries: ReadonlyMap<string, string>) {
  /** Files never change under their names, so each is looked at once. */
  const hashes = new Map<string, Promise<string>>();

  async function hashAt(path: string): Promise<string> {
    const { status, text } = await ask(url, { path, headers: { 'accept-encoding': 'br' } });
    if (status !== 200) return `status ${status}`;
    return `sha384-${createHash('sha384').update(text).digest('base64')}`;
  }

  function known(path: string): Promise<string> {
    const hash = hashes.get(path) ?? hashAt(path);
    hashes.set(path, hash);
    return hash;
  }

  return async function samplePage(path: string): Promise<Sample> {
    const { status, text } = await ask(url, { path, headers: { 'accept-encoding': 'br' } });
    if (status !== 200) return { version: '', faults: [`${path} answers ${status}`] };
    const { preloads, remotes } = readRecord(text);
    const remote = remotes[app];
    const version = remote?.version ?? '';
    const entry = remote?.entry.split('/').at(-1);
    const faults: string[] = [];
    if (!text.trimEnd().endsWith('</html>')) faults.push(`${path} is cut off`);
    if (entry !== entries.get(version)) {
      faults.push(`${path} has ${app} ${version} with ${entry ?? 'no entry'}`);
    }
    const others = [...entries.values()].filter((name) => name !== entry);
    if (others.some((name) => text.includes(name))) faults.push(`${path} mixes releases of ${app}`);
    const named = [
      ...[...readScriptElements(text), ...preloads].map(
        ({ src, integrity }) => [src, integrity] as const,
      ),
      ...Object.values(remotes).flatMap(({ entry: src, integrity = '', styles }) => [
        [src, integrity] as const,
        ...styles.map((style) => [style.href, style.integrity] as const),
      ]),
    ];
    for (const [address, integrity] of named) {
      const hash = await known(address);
      if (hash !== integrity) faults.push(`${path} names ${address} as ${integrity}: ${hash}`);
    }
    return { version, faults };
  };
}

interface Outcome {
  readonly load: Awaited<ReturnType<typeof putUnderLoad>>;
  readonly changes: number;
  readonly samples: number;
  readonly versions: ReadonlySet<string>;
  readonly faults: readonly string[];
  /** Whether the last change showed within three seconds. */
  readonly isShown: boolean;
}

/**
 * Loads `url` while the pricing team publishes and rolls back, and looks at what visitors get.
 * @param environment says where the store is, if it is not the site's folder
 */
export async function publishUnderLoad(
  url: string,
  site: Site,
  environment: Environment = {},
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'releases-'));
  try {
    const settings = readSettings({
      SITE_DIR: site.siteDir,
      DATA_DIR: site.dataDir,
      SITE_URL: site.url,
      ...environment,
    });
    const tool = await openReleaseTool(settings);
    const { folder: built } = await tool.buildApp('pricing', { types: false });
    const other = join(folder, 'other');
    const mark = `load-${new URL(url).port}`;
    const manifest = await stampRelease(built, { app: 'pricing', folder: other }, mark);
    const team = { ...tool, buildApp: () => Promise.resolve({ folder: other, isNew: false }) };
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
    const isSeenOrOver = () => signal.aborted || versions.has(manifest.version);
    const publishing = (async () => {
      while (!signal.aborted) {
        await carryOut({ name: 'publish', apps: ['pricing'] });
        // Pages may be kept for a second: the first publish is not taken back before somebody has seen it.
        while (!isSeenOrOver()) await wait(betweenLooks);
        await carryOut({ name: 'rollback', app: 'pricing', to: first });
        changes += 2;
        await wait(betweenChanges);
      }
    })();
    const looking = (async () => {
      for (let turn = 0; !signal.aborted; turn += 1) {
        const sample = await samplePage(['/', '/signup', '/terms'][turn % 3] ?? '/');
        faults.push(...sample.faults);
        versions.add(sample.version);
        samples += 1;
        await wait(betweenLooks);
      }
    })();
    const paths = ['/', '/signup', '/terms', '/robots.txt', `/assets/pricing/${entry ?? ''}`];
    const requests = paths.map((path) => ({ path }));
    const loadOnce = () => putUnderLoad({ url, ...rate, duration: seconds, requests });
    const loading = (async () => {
      let load = await loadOnce();
      // On a busy machine a publish may take longer than that.
      for (let more = 3; more > 0 && versions.size < 2; more -= 1) load = await loadOnce();
      return load;
    })();
    const [load] = await Promise.all([loading.finally(() => over.abort()), publishing, looking]);
    await carryOut({ name: 'rollback', app: 'pricing', to: manifest.version });
    // A cached page is good for a second, of which nginx counts whole ones.
    const limit = Date.now() + 3000;
    let isShown = false;
    while (!isShown && Date.now() < limit) {
      isShown = (await samplePage('/')).version === manifest.version;
    }
    return { load, changes, samples, versions, faults, isShown };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function expectNoHarm(
  { load, changes, samples, versions, faults, isShown }: Outcome,
  who: string,
): void {
  const { requests, latency } = load;
  const told = `${requests.total} requests (${requests.average}/s, p50 ${latency.p50} ms, p99 ${latency.p99} ms), ${changes} publishes and rollbacks, ${samples} pages looked at`;
  test.info().annotations.push({ type: who, description: told });
  if (isSoak) process.stdout.write(`${who}: ${told}\n`);
  expect(faults).toEqual([]);
  expect(isShown).toBe(true);
  expect(requests.total).toBeGreaterThan(seconds * 100);
  expect(samples).toBeGreaterThan(seconds);
  expect(versions.size).toBe(2);
  expect(changes).toBeGreaterThanOrEqual(fewestChanges);
}
