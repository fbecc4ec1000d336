import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { parseReleaseManifest } from '@composed/contracts/release-manifest';
import { readPins, readScriptElements } from '@composed/compose/deployment/composed-page';
import { anotherRelease } from '../../helpers/change-site';
import { hasNginx } from '@composed/command/installed-software.mjs';
import { expect, test } from '../../helpers/fixtures';
import { frontSite } from '@composed/testing/server/site-nginx';
import { sendRequest } from '@composed/testing/server/send-request';
import { servePublished, type Site } from '../../helpers/run-site';

test.describe.configure({ mode: 'serial' });

/** `npm run soak` sets SOAK. The short form leaves the machine some room: other tests run meanwhile. */
const isSoak = Boolean(process.env['SOAK']);
/** A round is a publish and a rollback. */
const rounds = isSoak ? 15 : 2;
/** Requests of a wave. A new one begins until the last change is through. */
const amount = isSoak ? 7000 : 1000;
/** Requests come over 50 connections, from a thread that waits for nothing else in this process. */
const load = {
  connections: 50,
  workers: 1,
  headers: { 'accept-encoding': 'br' },
  amount,
  ...(isSoak ? {} : { overallRate: 300 }),
};

/**
 * Checks pages as a browser does: every file that a page names exists, has the named hash, and belongs to one
 * release.
 * @param entries version of pricing → name of its container script
 * @returns a function that checks a page and gives its version of pricing, and its faults
 */
function createPageSampler(url: string, entries: ReadonlyMap<string, string>) {
  const get = (path: string) => sendRequest(url, { path, headers: { 'accept-encoding': 'br' } });
  /** Files never change under their names, so each is looked at once. */
  const hashes = new Map<string, Promise<string>>();

  async function hashAt(path: string): Promise<string> {
    const { status, text } = await get(path);
    if (status !== 200) return `status ${status}`;
    return `sha256-${createHash('sha256').update(text).digest('base64')}`;
  }

  return async function samplePage(path: string) {
    const { status, text } = await get(path);
    if (status !== 200) return { version: '', faults: [`${path} answers ${status}`] };
    const { preloads, remotes } = readPins(text);
    const version = remotes['pricing']?.version ?? '';
    const faults: string[] = [];
    if (!text.trimEnd().endsWith('</html>')) faults.push(`${path} is cut off`);
    for (const [other, entry] of entries) {
      if (text.includes(entry) !== (other === version)) faults.push(`${path} mixes releases`);
    }
    const namedFiles = [
      ...readScriptElements(text),
      ...preloads,
      ...Object.values(remotes).flatMap(({ entry: src, integrity, styles }) => [
        { src, integrity },
        ...styles.map((style) => ({ src: style.href, integrity: style.integrity })),
      ]),
    ];
    for (const { src, integrity } of namedFiles) {
      const hash = hashes.get(src) ?? hashAt(src);
      hashes.set(src, hash);
      if ((await hash) !== integrity) faults.push(`${path} names ${src} as ${integrity}`);
    }
    return { version, faults };
  };
}

/**
 * Loads servers of one site while the pricing team publishes and rolls back. No request may fail, no page may mix
 * releases, and the last change shows within three seconds.
 */
async function publishUnderLoad(urls: readonly string[], site: Site) {
  const { manifest, store, publish, rollback } = await anotherRelease(site);
  const entries = new Map([[manifest.version, manifest.entry]]);
  const samplers = urls.map((url) => createPageSampler(url, entries));
  const samplesOf = (path: string) => Promise.all(samplers.map((samplePage) => samplePage(path)));
  const readVersions = async () => (await samplesOf('/')).map(({ version }) => version);
  const everywhere = (version: string) => urls.map(() => version);
  const [first = ''] = await readVersions();
  const record = await store.get(`releases/pricing/${first}/release.json`);
  const { entry } = parseReleaseManifest(record?.toString('utf8') ?? '');
  entries.set(first, entry);

  let isOver = false;
  const publishing = async () => {
    for (let round = 0; round < rounds; round += 1) {
      await publish();
      await expect.poll(readVersions).toEqual(everywhere(manifest.version));
      await rollback(first);
      await expect.poll(readVersions).toEqual(everywhere(first));
    }
  };
  const faults: string[] = [];
  const looking = async () => {
    for (let n = 0; !isOver; n += 1) {
      const samples = await samplesOf(['/', '/signup', '/terms'][n % 3] ?? '/');
      faults.push(...samples.flatMap((sample) => sample.faults));
      await wait(50);
    }
  };
  const paths = ['/', '/signup', '/terms', '/robots.txt', `/assets/pricing/${entry}`];
  const requests = paths.map((path) => ({ path }));
  const loading = async (url: string) => {
    do {
      const result = await autocannon({ url, ...load, requests });
      expect(result.errors + result.timeouts + result.non2xx).toBe(0);
      expect(result['2xx']).toBe(amount);
    } while (!isOver);
  };
  await Promise.all([publishing().finally(() => (isOver = true)), looking(), ...urls.map(loading)]);
  expect(faults).toEqual([]);
  await rollback(manifest.version);
  await expect.poll(readVersions, { timeout: 3000 }).toEqual(everywhere(manifest.version));
}

test('no request fails during publishes and rollbacks, and no page mixes releases', async () => {
  await using site = await servePublished();
  const nginx = hasNginx() ? await frontSite(site) : null;
  try {
    await publishUnderLoad([site.url, ...(nginx ? [nginx.url] : [])], site);
    expect(await nginx?.errors()).toBe(nginx ? '' : undefined);
  } finally {
    await nginx?.stop();
  }
});
