import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { parseReleaseManifest } from '@shopwright/shared/contracts/release-manifest';
import { readRecord, readScriptElements } from '../compose/composed-page';
import { putUnderLoad } from '../lab/soak/load';
import { anotherRelease } from './change-site';
import { expect } from '../testing/fixtures';
import { ask } from '../testing/server/ask';
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

/**
 * Looks at pages as a browser does: what a page names has to be there, with the hash that it names, and all
 * of one release.
 * @param entries version of pricing → name of its container script
 * @returns what looks at a page: its version of pricing, and what is wrong with it
 */
function createPageSampler(url: string, entries: ReadonlyMap<string, string>) {
  const get = (path: string) => ask(url, { path, headers: { 'accept-encoding': 'br' } });
  /** Files never change under their names, so each is looked at once. */
  const hashes = new Map<string, Promise<string>>();

  async function hashAt(path: string): Promise<string> {
    const { status, text } = await get(path);
    if (status !== 200) return `status ${status}`;
    return `sha384-${createHash('sha384').update(text).digest('base64')}`;
  }

  return async function samplePage(path: string) {
    const { status, text } = await get(path);
    if (status !== 200) return { version: '', faults: [`${path} answers ${status}`] };
    const { preloads, remotes } = readRecord(text);
    const version = remotes['pricing']?.version ?? '';
    const faults: string[] = [];
    if (!text.trimEnd().endsWith('</html>')) faults.push(`${path} is cut off`);
    for (const [other, entry] of entries) {
      if (text.includes(entry) !== (other === version)) faults.push(`${path} mixes releases`);
    }
    const named = [
      ...readScriptElements(text),
      ...preloads,
      ...Object.values(remotes).flatMap(({ entry: src, integrity, styles }) => [
        { src, integrity },
        ...styles.map((style) => ({ src: style.href, integrity: style.integrity })),
      ]),
    ];
    for (const { src, integrity } of named) {
      const hash = hashes.get(src) ?? hashAt(src);
      hashes.set(src, hash);
      if ((await hash) !== integrity) faults.push(`${path} names ${src} as ${integrity}`);
    }
    return { version, faults };
  };
}

/**
 * Loads `url` while the pricing team publishes and rolls back, and looks at what visitors get: no request may
 * fail, no page mix releases, and the last change shows within three seconds.
 * @param environment says where the store is, if it is not the site's folder
 */
export async function publishUnderLoad(
  url: string,
  site: Site,
  environment: Environment = {},
): Promise<void> {
  const { manifest, store, publish, rollback } = await anotherRelease(site, environment);
  const entries = new Map([[manifest.version, manifest.entry]]);
  const samplePage = createPageSampler(url, entries);
  const { version: first } = await samplePage('/');
  const record = await store.get(`releases/pricing/${first}/release.json`);
  const { entry } = parseReleaseManifest(record?.toString('utf8') ?? '');
  entries.set(first, entry);

  const over = new AbortController();
  const { signal } = over;
  const faults: string[] = [];
  const versions = new Set<string>();
  let changes = 0;
  let samples = 0;
  const isSeenOrOver = () => signal.aborted || versions.has(manifest.version);
  const publishing = (async () => {
    while (!signal.aborted) {
      await publish();
      // Pages may be kept for a second: the first publish is not taken back before somebody has seen it.
      while (!isSeenOrOver()) await wait(betweenLooks);
      await rollback(first);
      changes += 2;
      await wait(betweenChanges);
    }
  })();
  const looking = (async () => {
    for (; !signal.aborted; samples += 1) {
      const sample = await samplePage(['/', '/signup', '/terms'][samples % 3] ?? '/');
      faults.push(...sample.faults);
      versions.add(sample.version);
      await wait(betweenLooks);
    }
  })();
  const paths = ['/', '/signup', '/terms', '/robots.txt', `/assets/pricing/${entry}`];
  const requests = paths.map((path) => ({ path }));
  const loading = (async () => {
    let load = await putUnderLoad({ url, ...rate, duration: seconds, requests });
    // On a busy machine a publish may take longer than that.
    for (let more = 3; more > 0 && versions.size < 2; more -= 1)
      load = await putUnderLoad({ url, ...rate, duration: seconds, requests });
    return load;
  })();
  const [{ requests: answered, latency }] = await Promise.all([
    loading.finally(() => over.abort()),
    publishing,
    looking,
  ]);
  await rollback(manifest.version);
  // A cached page is good for a second, of which nginx counts whole ones.
  const shown = async () => (await samplePage('/')).version;
  await expect.poll(shown, { timeout: 3000 }).toBe(manifest.version);

  if (isSoak) {
    const times = `${answered.average}/s, p50 ${latency.p50} ms, p99 ${latency.p99} ms`;
    const done = `${changes} publishes and rollbacks, ${samples} pages looked at`;
    process.stdout.write(`${url}: ${answered.total} requests (${times}), ${done}\n`);
  }
  expect(faults).toEqual([]);
  expect(answered.total).toBeGreaterThan(seconds * 100);
  expect(samples).toBeGreaterThan(seconds);
  expect(versions.size).toBe(2);
  expect(changes).toBeGreaterThanOrEqual(fewestChanges);
}
