import { asOfName, scriptElement } from '@composed/contracts/page-elements';
import { UserError } from '@composed/command/errors';
import type { Deployment } from '@composed/compose/deployment';
import type { Settings } from '@composed/command/environment';
import { freePort } from '@composed/http/operations/free-port';
import type { LiveDeployment } from '@composed/release/ledger';
import {
  readOrCompose,
  findPruned,
  readLedgerAt,
} from '@composed/release/inspect/revisions/past-deployments';
import { readManifest, releasesAmong } from '@composed/release/store/releases';
import { formatTime } from '@composed/command/format';
import { openStore } from '@composed/release/store/open-store';
import { keys, type ReadableStore } from '@composed/release/store';
import type { ReleaseTool } from '@composed/release/tool';
import type { SiteServices } from '@composed/http/services/site-services';
import { startServices } from './services-server';
import { createReader } from './site-files';
import { sitePlugin } from './site-plugin';

/**
 * Serves one deployment, live or not, to this machine alone, on a free port where none is asked for. Its services are
 * embedded and in memory, so no change stays, and respond with the data of its pages.
 * @param pages those of a stored deployment come with its compressed copies
 */
export async function serveDeployment(
  services: SiteServices,
  store: ReadableStore,
  { id, pages, data }: Pick<Deployment, 'id' | 'pages'> & Pick<LiveDeployment, 'data'>,
  askedPort: number | null = null,
) {
  const files = new Map([...pages].map(([page, bytes]) => [keys.page(id, page), bytes]));
  const readSiteFile = createReader(
    async (folder) =>
      folder === 'live' ? `deployments/${id}` : folder === 'assets' ? folder : null,
    async (key) => files.get(key) ?? store.get(key),
  );
  const register: SiteServices['register'] = async (fastify, options) => {
    await fastify.register(services.register, options);
    const files = { readSiteFile, getsCanary: () => false };
    await fastify.register(sitePlugin, { files, transport: null });
  };
  // Services have to know their own address before they begin.
  const port = askedPort ?? (await freePort());
  const publicUrl = `http://127.0.0.1:${port}`;
  return startServices({ register }, { dataDir: null, publicUrl, data }, { port });
}

/** Shows a sentence in the review overlay of a page. The host’s release brings the overlay, for previews. */
async function bannerOf(store: ReadableStore, { releases }: LiveDeployment, sentence: string) {
  const { files = {} } = (await readManifest(store, 'host', releases['host'] ?? '')) ?? {};
  const file = Object.keys(files).find((name) => /^overlay\.\w+\.js$/.test(name)) ?? '';
  const { integrity } = files[file] ?? {};
  return (name: string, page: Buffer) => {
    // Pages of a host without an overlay have no banner.
    if (integrity === undefined || !name.endsWith('.html')) return page;
    const script = scriptElement({ src: `/assets/host/${file}`, integrity });
    const banner = `<meta name="${asOfName}" content="${sentence}">${script}</head>`;
    // The page's policy comes first in its head.
    const html = page.toString().replace('script-src ', `script-src '${integrity}' `);
    return Buffer.from(html.replace('</head>', banner));
  };
}

/**
 * Serves a past deployment with a banner, to this machine alone.
 * @param text as `findPastDeployment` takes it
 * @returns a sentence about the deployment, and its server
 * @throws UserError when a release of it was pruned
 */
export async function serveRevision(
  settings: Settings,
  services: SiteServices,
  compose: ReleaseTool['compose'],
  text: string,
) {
  const store = await openStore(settings);
  const { live, revision } = await readLedgerAt({ store, now: () => new Date() }, text);
  const pruned = findPruned(live, releasesAmong(await store.list('releases/')));
  if (pruned.length > 0) {
    throw new UserError(`What was live then cannot be served: ${pruned.join(', ')} was pruned.`);
  }
  const sentence = `as it was from ${formatTime(live.since)} on, revision ${revision}`;
  const deployment = await readOrCompose({ store, compose }, live);
  const addBanner = await bannerOf(store, live, sentence);
  const pages = [...deployment.pages].map(([name, page]) => [name, addBanner(name, page)] as const);
  // Under another name: the compressed copies in the store are of pages without the banner.
  const past = { id: `past-${deployment.id}`, pages: new Map(pages), data: live.data };
  return { sentence, ...(await serveDeployment(services, store, past, settings.askedPort)) };
}
