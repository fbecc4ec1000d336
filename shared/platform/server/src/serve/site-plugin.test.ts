import { chmod } from 'node:fs/promises';
import Fastify from 'fastify';
import { aFolderSite, type FolderSite } from '@composed/testing/release/folder-site';
import { startSiteNginx } from '@composed/testing/server/site-nginx';
import { sendRequest } from '@composed/testing/server/send-request';
import { hasNginx } from '@composed/command/installed-software.mjs';
import { followFolder } from './site-files';
import { sitePlugin } from './site-plugin';

const shop = 'https://shop.example';
const previews = 'https://previews.example';
const shopAlone = { siteUrl: shop, previewUrl: null };
const both = { siteUrl: shop, previewUrl: previews };
const previewsAlone = { siteUrl: previews, previewUrl: previews };

/** Origins → host, path, and the status or the origin of the redirect. */
const table = [
  [
    { siteUrl: 'http://localhost:8080', previewUrl: null },
    [['localhost', '/preview/spring/', 200]],
  ],
  [
    shopAlone,
    [
      ['shop.example', '/preview/spring/', 404],
      ['shop.example', '/preview/spring/robots.txt', 404],
      ['shop.example', '/', 200],
    ],
  ],
  [
    both,
    [
      ['shop.example', '/preview/spring/signup?a=b', previews],
      ['elsewhere.example', '/preview/spring/', previews],
      ['previews.example', '/preview/spring/', 200],
      ['previews.example', '/signup', shop],
      ['previews.example', '/assets/host/none.js', 404],
      ['shop.example', '/', 200],
    ],
  ],
  // A whole site for previews.
  [
    previewsAlone,
    [
      ['previews.example', '/', 200],
      ['previews.example', '/preview/spring/', 200],
    ],
  ],
] as const;

let site: FolderSite;

beforeAll(async () => {
  site = aFolderSite();
  await chmod(site.root, 0o711);
  await site.publishAll();
  await site.change({ name: 'preview', app: 'pricing', preview: 'spring' });
});

type Origins = (typeof table)[number][0];

async function startEmbedded(origins: Origins) {
  const fastify = Fastify();
  const options = { files: followFolder(site.folder), hstsScope: null, origins };
  await fastify.register(sitePlugin, options);
  const url = await fastify.listen({ host: '127.0.0.1', port: 0 });
  const stop = async () => {
    await fastify.close();
  };
  return { url, stop };
}

async function startNginx(origins: Origins) {
  const embedded = await startEmbedded(origins);
  const own = { folder: site.folder, servers: [embedded.url], ...origins };
  const { url, stop } = await startSiteNginx(own);
  return { url, stop: () => Promise.all([stop(), embedded.stop()]) };
}

const servers: [string, typeof startEmbedded | typeof startNginx][] = [
  ['the embedded server', startEmbedded],
];
if (hasNginx()) servers.push(['nginx', startNginx]);

describe.each(servers)('%s', (_name, start) => {
  test.each(table)(
    'with the origins %j shows previews and pages at their own',
    async (origins, rows) => {
      const { url, stop } = await start(origins);
      for (const [host, path, expected] of rows) {
        const { status, headers } = await sendRequest(url, { path, headers: { host } });
        const shown = status === 302 ? headers.location : status;
        const wanted = typeof expected === 'string' ? expected + path : expected;
        expect([host, path, shown]).toEqual([host, path, wanted]);
        if (status === 302) expect(headers['set-cookie']).toBeUndefined();
      }
      await stop();
    },
  );
});
