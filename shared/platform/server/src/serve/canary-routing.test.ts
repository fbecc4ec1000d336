import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { aFolderSite, type FolderSite } from '@composed/testing/release/folder-site';
import { hasNginx } from '@composed/command/installed-software.mjs';
import { type RunningNginx, startSiteNginx } from '@composed/testing/server/site-nginx';
import { sendRequest } from '@composed/testing/server/send-request';
import { followFolder } from './site-files';
import { sitePlugin } from './site-plugin';

/** The cookie of a visitor who has been here. */
const xsrfCookie = `XSRF-TOKEN=${'test-token-'.repeat(4)}`;

let site: FolderSite;
let fastify: FastifyInstance;
let embedded = '';
let nginx: RunningNginx | null = null;

beforeAll(async () => {
  site = aFolderSite();
  await chmod(site.root, 0o711);
  await site.publishAll();
  fastify = Fastify();
  await fastify.register(sitePlugin, { files: followFolder(site.folder), hstsScope: null });
  embedded = await fastify.listen({ host: '127.0.0.1', port: 0 });
  if (hasNginx()) nginx = await startSiteNginx({ folder: site.folder, servers: [embedded] });
});

afterAll(async () => {
  await fastify.close();
  await nginx?.stop();
});

beforeEach(async () => {
  await site.runPublishCommandLine('pricing', 'v2', '--canary', '5');
});

afterEach(() => site.runCommandLine('abort'));

const visitor = (visitorBucket: string) => ({ cookie: `${xsrfCookie}; bucket=${visitorBucket}` });

/** The variant of a document, by its ETag, and its cookies. */
async function open(origin: string, headers: Record<string, string>, path = '/') {
  const response = await sendRequest(origin, { path, headers });
  const { live, canary } = await siteIds();
  const id = /"([^/]+)\//.exec(response.headers.etag ?? '')?.[1];
  return {
    status: response.status,
    variant: id === live ? 'live' : id === canary ? 'canary' : 'neither',
    cookies: (response.headers['set-cookie'] ?? []).map((cookie) => cookie.split('=')[0]),
    cache: response.headers['cache-control'],
    etag: response.headers.etag ?? '',
  };
}

async function siteIds() {
  const aliases = await site.tool.store.aliases();
  return { live: aliases.get('live'), canary: aliases.get('canary')?.replace(/^\d+-/, '') };
}

/** Asks for documents over a few connections, as fast as they are answered. */
async function askMany(origin: string, connections: number, cookie: string): Promise<string[]> {
  const each = 1000;
  const head = `HEAD / HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n`;
  const responses: string[] = [];
  for (let turn = 0; turn < connections; turn += 1) {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1').setEncoding('latin1');
    let text = '';
    socket.on('data', (data: string) => (text += data));
    socket.write(`${head}\r\n`.repeat(each - 1) + `${head}Connection: close\r\n\r\n`);
    await once(socket, 'close');
    responses.push(...text.split('\r\n\r\n').slice(0, -1));
  }
  expect(responses).toHaveLength(connections * each);
  return responses;
}

const servers: (readonly [string, () => string])[] = [
  ['the embedded server', () => embedded],
  ...(hasNginx() ? [['nginx', () => nginx?.url ?? ''] as const] : []),
];

describe.each(servers)('%s', (_name, originOf) => {
  test('shows a new visitor the live site, and later the variant of the cookie', async () => {
    const first = await open(originOf(), { cookie: xsrfCookie });
    expect(first).toMatchObject({
      variant: 'live',
      cookies: ['bucket'],
      cache: 'private, no-cache, no-transform',
    });
    for (const [visitorBucket, variant, cache] of [
      ['00', 'canary', 'private, no-cache, no-transform'],
      ['04', 'canary', 'private, no-cache, no-transform'],
      ['05', 'live', 'no-cache, no-transform'],
      ['99', 'live', 'no-cache, no-transform'],
    ] as const) {
      const next = await open(originOf(), visitor(visitorBucket));
      expect(next).toMatchObject({ status: 200, variant, cookies: [], cache });
    }
  });

  test('gives the variants different ETags', async () => {
    const canary = await open(originOf(), visitor('00'));
    const live = await open(originOf(), visitor('50'));
    const again = (visitorBucket: string, etag: string) =>
      open(originOf(), { ...visitor(visitorBucket), 'if-none-match': etag });
    expect((await again('00', canary.etag)).status).toBe(304);
    expect(await again('00', live.etag)).toMatchObject({ status: 200, variant: 'canary' });
    expect(await again('50', canary.etag)).toMatchObject({ status: 200, variant: 'live' });
  });

  test('sets no cookie for crawlers, a missing page, or without a canary', async () => {
    for (const agent of ['Googlebot/2.1', 'facebookexternalhit/1.1', 'Mozilla/5.0 (x) bingbot']) {
      const crawler = { cookie: xsrfCookie, 'user-agent': agent };
      expect(await open(originOf(), crawler)).toMatchObject({ variant: 'live', cookies: [] });
    }
    const missing = await open(originOf(), visitor(''), '/nowhere');
    expect(missing).toMatchObject({ status: 404, cookies: [] });
    await site.runCommandLine('abort');
    const after = await open(originOf(), { cookie: xsrfCookie });
    expect(after).toMatchObject({ variant: 'live', cookies: [], cache: 'no-cache, no-transform' });
    expect(await open(originOf(), visitor('00'))).toMatchObject({
      variant: 'live',
      cache: 'no-cache, no-transform',
    });
  });

  test('keeps visitors in the canary when its share grows', async () => {
    const sides = async (visitorBucket: string) =>
      (await open(originOf(), visitor(visitorBucket))).variant;
    const seen = [];
    for (const share of ['4', '20', '60']) {
      await site.runCommandLine('canary', share);
      seen.push(await Promise.all(['03', '19', '59'].map(sides)));
    }
    expect(seen).toEqual([
      ['canary', 'live', 'live'],
      ['canary', 'canary', 'live'],
      ['canary', 'canary', 'canary'],
    ]);
  });

  test('draws visitor buckets evenly', async () => {
    const responses = await askMany(originOf(), 5, xsrfCookie);
    const drawn = responses.map((response) => Number(/bucket=(\d\d);/.exec(response)?.[1]));
    const share = (drawn.filter((visitorBucket) => visitorBucket < 5).length / drawn.length) * 100;
    // Five standard deviations of 5,000 draws.
    expect(Math.abs(share - 5)).toBeLessThan(1.6);
    expect(new Set(drawn).size).toBe(100);
  });

  test('serves every visitor while a canary begins and ends', async () => {
    const { canary } = await siteIds();
    let isOver = false;
    const flicker = async () => {
      while (!isOver) {
        await site.tool.store.setAlias('canary', null);
        await site.tool.store.setAlias('canary', `5-${canary ?? ''}`);
      }
    };
    const flickering = flicker();
    const responses = await askMany(originOf(), 5, visitor('00').cookie);
    isOver = true;
    await flickering;
    const kinds = responses.map((response) => response.slice(0, 12));
    expect(new Set(kinds)).toEqual(new Set(['HTTP/1.1 200']));
    const tags = responses.flatMap((response) => /etag: (.*)/i.exec(response)?.[1] ?? []);
    expect(new Set(tags).size).toBe(2);
  });
});
