import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { placeOf } from '../http/places';
import { startServices } from '../services/services-server';

/** What a CDN does not hand on. */
const ownHeaders = ['connection', 'content-encoding', 'content-length', 'transfer-encoding'];

/**
 * Does what a CDN with two origins does: what a bucket lets everybody read comes from there as it is, with no
 * cookie and no header added; what is not there comes from the embedded services. There is no server of ours for pages.
 * @param bucket address of the site's public keys
 */
export async function startPlainHosting(bucket: string) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plain-hosting-'));
  let services = '';
  const server = createServer((request, response) => {
    const answer = async () => {
      const { method = '', url = '' } = request;
      const { pathname } = new URL(url, 'http://site');
      const { kind, folder, file } = placeOf(pathname);
      const key = folder === 'live' ? file : `${folder}/${file}`;
      const mayBeStored = kind !== 'missing' && ['GET', 'HEAD'].includes(method);
      const stored = mayBeStored ? await fetch(bucket + key, { method }) : null;
      const body = await buffer(request);
      const from = stored?.ok
        ? stored
        : await fetch(services + url, {
            method,
            headers: request.headers as Record<string, string>,
            redirect: 'manual',
            ...(body.length > 0 ? { body } : {}),
          });
      const headers = new Headers(from.headers);
      for (const name of ownHeaders) headers.delete(name);
      response.writeHead(from.status, [...headers].flat());
      response.end(Buffer.from(await from.arrayBuffer()));
    };
    answer().catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { url: at, close } = await startServices({ dataDir, publicUrl: url, shown: () => null });
  services = at;
  return {
    url,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
