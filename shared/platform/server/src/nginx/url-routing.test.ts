import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { pageFile } from '@composed/contracts/page-addresses';
import { routeOf } from '@composed/host/page-routes';
import type { PageRoute } from '@composed/host/site-config';
import { activeFilePolicy } from '@composed/contracts/headers';
import { hasNginx } from '@composed/command/installed-software.mjs';
import { aLiveSite, type FolderSite } from '@composed/testing/release/folder-site';
import { composeWith } from '@composed/testing/release/fake-compose';
import { startSiteNginx, startSiteServer } from '@composed/testing/server/site-nginx';
import { sendRequest } from '@composed/testing/server/send-request';
import { randomNumbers } from '@composed/testing/release/random';
import { followFolder } from '../serve/site-files';

const ends: (() => Promise<unknown>)[] = [];

/** Starts a server of a site, and nginx in front of it. */
async function serve({ folder, root }: FolderSite) {
  await chmod(root, 0o711);
  const { url, close } = await startSiteServer(followFolder(folder));
  const nginx = await startSiteNginx({ folder, servers: [url] });
  ends.push(nginx.stop, close);
  return { url, origin: nginx.url };
}

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const describeWithNginx = hasNginx() ? describe : describe.skip;

describeWithNginx('nginx', () => {
  test('only text has compressed copies, which have no address of their own', async () => {
    const site = await aLiveSite();
    const { origin } = await serve(site);
    const assets = path.join(site.folder, 'assets/host');
    for (const name of ['img/stall.0002.webp.br', 'Mine.HTML', 'mine.js.BR', 'mine.SVG']) {
      await writeFile(path.join(assets, name), 'mine');
    }
    const get = (name: string) =>
      sendRequest(origin, { path: `/assets/host/${name}`, headers: { 'accept-encoding': 'br' } });
    const picture = await get('img/stall.0002.webp');
    expect([picture.text, picture.headers['content-encoding']]).toEqual([
      '\u0001\u0002\u0003\u0004',
      undefined,
    ]);
    expect((await get('chunks/vendor.0001.js')).headers['content-encoding']).toBe('br');
    await writeFile(path.join(site.folder, 'live/robots.txt'), 'all');
    await writeFile(path.join(site.folder, 'live/robots.txt.br'), brotliCompressSync('compressed'));
    const headers = { 'accept-encoding': 'br' };
    expect((await sendRequest(origin, { path: '/robots.txt', headers })).text).toBe('compressed');
    expect((await sendRequest(origin, { path: '/' })).text).toContain('pins');
    expect([(await get('Mine.HTML')).status, (await get('mine.js.BR')).status]).toEqual([404, 404]);
    expect((await get('mine.SVG')).headers['content-security-policy']).toBe(activeFilePolicy);
  });

  test('nginx, the server and the router agree on the page of every address', async () => {
    const nested = 'guides/first-steps.html';
    const pages = new Set(['index.html', 'signup.html', nested, '404.html']);
    const compose = composeWith((made) => {
      const record = made.get('index.html') ?? Buffer.from('');
      for (const name of pages)
        made.set(name, Buffer.concat([record, Buffer.from(`<b>${name}</b>`)]));
    });
    const site = await aLiveSite({ compose });
    await site.change({ name: 'preview', app: 'pricing', preview: 'spring' });
    const origins = Object.values(await serve(site));
    const routes = ['/', '/signup', '/guides/first-steps', '*'].map((path) => ({ path }));
    const next = randomNumbers(64);
    const pieces =
      '/preview/spring/ / signup guides first-steps index 404 Signup %73ignup %2F % %C3 %00 %5C \\ . .. %2e + ; %23 %3F %25 %0a é'.split(
        ' ',
      );
    const piece = () => pieces[Math.floor(next() * pieces.length)] ?? '';
    const spellings =
      '/ /%00 // /signup%2F /%2F /signup/// /sign%75p/ /signup% /caf%C3 /guides/first-steps/ /%67uides/first-steps /guides%2Ffirst-steps /guides /guides/second /guides/first-steps/more /guides/first-steps.html /preview/spring /preview/spring/signup /preview/sprin%67/signup /%70review/spring/'.split(
        ' ',
      );
    const random = Array.from({ length: 1500 }, () =>
      Array.from({ length: 1 + Math.floor(next() * 4) }, piece).join(''),
    );
    const addresses = [...spellings, ...random].flatMap((text) =>
      URL.canParse(`http://a/${text}`)
        ? new URL(`http://a/${text.replace(/^\//, '')}`).pathname
        : [],
    );
    const shownPages = new Set<string>();
    const wrong: unknown[] = [];
    for (const path of new Set(addresses)) {
      const [base = ''] = /^\/preview\/spring(?=\/|$)/.exec(path) ?? [];
      const inside = path.slice(base.length) || '/';
      const file = pageFile(routeOf(routes as PageRoute[], inside).path);
      shownPages.add(file);
      for (const origin of origins) {
        const { status, text: body } = await sendRequest(origin, { path });
        const [, page] = /<b>(.*)<\/b>/.exec(body) ?? [];
        if (page !== file || status !== (file === '404.html' ? 404 : 200))
          wrong.push([origin, path, status, page, file]);
      }
    }
    expect(wrong).toEqual([]);
    expect([...shownPages].sort()).toEqual([...pages].sort());
    pages.delete(nested);
    await site.publish('host', 'v2');
    // A missing file is never 304.
    const gone = { path: '/guides/first-steps', headers: { 'if-none-match': '*' } };
    for (const origin of origins) expect((await sendRequest(origin, gone)).status).toBe(404);
  });

  test('no source map is served at any address', async () => {
    const site = await aLiveSite();
    const { origin } = await serve(site);
    expect((await sendRequest(origin, { path: '/' })).status).toBe(200);
    const stored = await site.tool.store.list('releases/');
    const maps = stored.filter(({ key }) => key.endsWith('.map'));
    expect(maps).toHaveLength(6);
    const guesses = maps.flatMap(({ key }) => {
      const [, app = '', version = ''] = key.split('/');
      const file = path.posix.basename(key);
      return [
        key,
        `private/${key}`,
        `assets/${key}`,
        `assets/${app}/${file}`,
        `assets/${app}/maps/${file}`,
        `assets/..%2f${key}`,
        `assets/../${key}`,
        `${key}.br`,
        `preview/${key}`,
        `maps/${file}`,
        file,
        `releases/${app}/${version}/maps/`,
      ];
    });
    for (const guess of guesses) {
      const { status, text: body } = await sendRequest(origin, { path: `/${guess}` });
      const isLeaking = status === 200 || /sourcesContent|say\(1\)/.test(body);
      expect({ guess, isLeaking }).toEqual({ guess, isLeaking: false });
    }
  });
});
