import { asOfName, scriptElement } from '@composed/contracts/page-elements';
import { serverOptions } from '../calls/server-options';
import type { Settings } from '../environment';
import { freePort } from '../operations/free-port';
import { createServer } from '../operations/server';
import type { Live } from '../release/ledger';
import { pagesOf, prunedOf, readPast } from '../release/past/moments';
import { Refusal } from '../release/refusal';
import { readManifest, releasesAmong } from '../release/releases';
import { formatMoment } from '../release/reports/format';
import { openStore } from '../release/stores/open-store';
import { keys, type ReadableStore } from '../release/stores/store';
import type { ReleaseTool } from '../release/tool';
import type { SiteServices } from '../site-services';
import { createReader } from './site-files';
import { site } from './site-plugin';

/**
 * Serves one composition, live or not, to this machine alone, on a free port. Nothing that is done there stays: its
 * services are embedded ones, in memory, and answer with the data that the pages were made with.
 * @param composition a stored one comes with its compressed copies
 * @param data that its pages were made with
 */
export async function serveComposition(
  settings: Settings,
  services: SiteServices,
  store: ReadableStore,
  { id, pages }: { readonly id: string; readonly pages: ReadonlyMap<string, Buffer> },
  data: Live['data'],
) {
  // Its services have to know their own address before they begin.
  const [host, port] = ['127.0.0.1', await freePort()];
  const own = { host, port, probePort: null, log: 'off', drainSeconds: 0 } as const;
  const server = createServer({ ...settings, ...own }, serverOptions);
  const publicUrl = `http://${host}:${port}`;
  await server.fastify.register(services.register, { dataDir: null, publicUrl, data });
  const made = new Map([...pages].map(([page, bytes]) => [keys.page(id, page), bytes]));
  const readSiteFile = createReader(
    async (place, file) => {
      if (place === 'assets') return place;
      return place === 'live' && pages.has(file) ? `compositions/${id}` : null;
    },
    async (key) => made.get(key) ?? store.get(key),
  );
  const files = { readSiteFile, isShown: () => false };
  await server.fastify.register(site, { files, transport: null });
  return server.start(async () => true);
}

/** What puts a sentence into the review overlay of a page, which the host's release brings for previews. */
async function bannerOf(store: ReadableStore, { releases }: Live, sentence: string) {
  const { files = {} } = (await readManifest(store, 'host', releases['host'] ?? '')) ?? {};
  const file = Object.keys(files).find((name) => /^overlay\.\w+\.js$/.test(name)) ?? '';
  const { integrity } = files[file] ?? {};
  // A host without one shows its pages as they are.
  if (integrity === undefined) return (page: Buffer) => page;
  const script = scriptElement({ src: `/assets/host/${file}`, integrity });
  const meta = `<meta name="${asOfName}" content="${sentence}">`;
  return (page: Buffer) => {
    const html = page.toString().replace('</head>', `${meta}${script}</head>`);
    // The page's policy stands before everything that it is about.
    return Buffer.from(html.replace('script-src ', `script-src '${integrity}' `));
  };
}

/**
 * Serves what was live at a moment as it was, but for a banner, to this machine alone.
 * @param text as `findMoment` takes it
 * @returns a sentence on what it is, for people, and its server
 * @throws Refusal when it was pruned
 */
export async function servePast(
  settings: Settings,
  services: SiteServices,
  compose: ReleaseTool['compose'],
  text: string,
) {
  const store = await openStore(settings);
  const { live, revision } = await readPast({ store, now: () => new Date() }, text);
  const pruned = prunedOf(live, releasesAmong(await store.list('releases/')));
  if (pruned.length > 0) {
    throw new Refusal(`What was live then cannot be served: ${pruned.join(', ')} was pruned.`);
  }
  const sentence = `as it was from ${formatMoment(live.since)} on, revision ${revision}`;
  const { id, pages } = await pagesOf({ store, compose }, live);
  const addBanner = await bannerOf(store, live, sentence);
  const shown = [...pages].map(
    ([name, page]) => [name, name.endsWith('.html') ? addBanner(page) : page] as const,
  );
  // Under another name, since compressed copies in the store are of pages without the banner.
  const banner = { id: `past-${id}`, pages: new Map(shown) };
  return { sentence, ...(await serveComposition(settings, services, store, banner, live.data)) };
}
