import { asOfName, scriptElement } from '@composed/contracts/page-elements';
import { UserError } from '@composed/command/errors';
import type { Deployment } from '@composed/compose/deployment';
import type { Environment } from '@composed/command/environment';
import { freePort } from '@composed/http/operations/free-port';
import type { LiveDeployment } from '@composed/release/ledger';
import {
  readOrCompose,
  findPruned,
  readLedgerAt,
} from '@composed/release/inspect/revisions/past-deployments';
import { readManifest, findReleases } from '@composed/release/store/releases';
import { formatTime } from '@composed/command/format';
import { openStore } from '@composed/release/store/open-store';
import { keys, type ReadableStore } from '@composed/release/store';
import type { ReleaseTool } from '@composed/release/tool';
import type { SiteServices } from '@composed/http/services/site-services';
import { startServices } from './services-server';
import { createReader } from './site-files';
import { sitePlugin } from './site-plugin';

/**
 * Serves one deployment only to this machine. The embedded services keep changes in memory, and return the data that
 * the pages were composed with.
 * @param deployment with the id of a stored deployment, the compressed copies in the store are served too
 * @param port null chooses a free port
 */
export async function serveDeployment(
  services: SiteServices,
  store: ReadableStore,
  deployment: Pick<Deployment, 'id' | 'pages'> & Pick<LiveDeployment, 'data'>,
  port: number | null = null,
) {
  const { id, pages, data } = deployment;
  const pagesByKey = new Map([...pages].map(([page, bytes]) => [keys.page(id, page), bytes]));
  const findFolder = async (folder: string) => {
    if (folder === 'live') return `deployments/${id}`;
    return folder === 'assets' ? folder : null;
  };
  const readSiteFile = createReader(
    findFolder,
    async (key) => pagesByKey.get(key) ?? store.get(key),
  );
  const register: SiteServices['register'] = async (fastify, options) => {
    await fastify.register(services.register, options);
    const files = { readSiteFile, getsCanary: () => false };
    await fastify.register(sitePlugin, { files, hstsScope: null });
  };
  // The port is chosen here, since the services must know their address before they start.
  const ownPort = port ?? (await freePort());
  const publicUrl = `http://127.0.0.1:${ownPort}`;
  return startServices({ register }, { dataDir: null, publicUrl, data }, { port: ownPort });
}

/** Returns a function that adds the host's review overlay with a sentence to a page. */
async function createBanner(store: ReadableStore, { releases }: LiveDeployment, sentence: string) {
  const { files = {} } = (await readManifest(store, 'host', releases['host'] ?? '')) ?? {};
  const file = Object.keys(files).find((name) => /^overlay\.\w+\.js$/.test(name)) ?? '';
  const { integrity } = files[file] ?? {};
  return (name: string, page: Buffer) => {
    // An older host's release may lack the overlay.
    if (integrity === undefined || !name.endsWith('.html')) return page;
    const script = scriptElement({ src: `/assets/host/${file}`, integrity });
    const banner = `<meta name="${asOfName}" content="${sentence}">${script}</head>`;
    // The first "script-src" is that of the page's CSP, at the top of its head.
    const html = page.toString().replace('script-src ', `script-src '${integrity}' `);
    return Buffer.from(html.replace('</head>', banner));
  };
}

/**
 * Serves a past deployment with a banner, only to this machine.
 * @param text names the deployment, as `findPastDeployment` takes it
 * @returns a sentence about the deployment, and its server
 * @throws UserError when one of its releases was pruned
 */
export async function serveRevision(
  environment: Environment,
  services: SiteServices,
  compose: ReleaseTool['compose'],
  text: string,
) {
  const store = await openStore(environment);
  const { live, revision } = await readLedgerAt({ store, now: () => new Date() }, text);
  const pruned = findPruned(live, findReleases(await store.list('releases/')));
  if (pruned.length > 0) {
    throw new UserError(`What was live then cannot be served: ${pruned.join(', ')} was pruned.`);
  }
  const sentence = `as it was from ${formatTime(live.since)} on, revision ${revision}`;
  const deployment = await readOrCompose({ store, compose }, live);
  const addBanner = await createBanner(store, live, sentence);
  const pages = [...deployment.pages].map(([name, page]) => [name, addBanner(name, page)] as const);
  // With another id, since the compressed copies in the store are those of pages without the banner.
  const past = { id: `past-${deployment.id}`, pages: new Map(pages), data: live.data };
  return { sentence, ...(await serveDeployment(services, store, past, environment.explicitPort)) };
}
