import type { Settings } from '../environment';
import { freePort } from '../operations/free-port';
import { createServer } from '../operations/server';
import type { Live } from '../release/ledger';
import { keys, type ReadableStore } from '../release/stores/store';
import { serverOptions } from '../calls/server-options';
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
