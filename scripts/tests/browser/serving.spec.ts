import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ask } from '../helpers/server/ask';
import { hasNginx } from '../../platform/setup/browser.mjs';
import { expect, test } from '../helpers/fixtures';
import { frontSite } from '../helpers/running-nginx';

const servers = [
  { server: 'the embedded server', isNginx: false },
  { server: 'nginx', isNginx: true },
];

for (const { server, isNginx } of servers) {
  test.describe(server, () => {
    test.skip(isNginx && !hasNginx(), 'nginx with its module for brotli is not installed');
    let origin = '';
    test.beforeEach(async ({ site, perWorker }) => {
      const { url } = isNginx ? await perWorker('nginx', () => frontSite(site)) : site;
      origin = url;
    });

    test(`${server} answers 304 to who has the page already, and only then`, async () => {
      const first = await ask(origin, { path: '/' });
      const tag = first.headers.etag ?? '';
      const opaque = tag.replace('W/', '');
      const cookie = `XSRF-TOKEN=${'a'.repeat(32)}`;
      for (const known of [tag, `W/${opaque}`, `"a", W/"b",${tag}`, `${opaque} , "c"`, '*']) {
        const headers = { 'if-none-match': known, cookie };
        const again = await ask(origin, { path: '/', headers });
        expect(`${known}: ${again.status}`).toBe(`${known}: 304`);
        expect(again.bytes).toHaveLength(0);
        expect(again.headers['cache-control']).toBe('no-cache');
      }
      for (const other of ['"other"', '', '*x', `${opaque}x`, opaque.slice(0, -2)]) {
        const response = await ask(origin, { path: '/', headers: { 'if-none-match': other } });
        expect(response.status).toBe(200);
      }
      const date = new Date().toUTCString();
      const byTime = await ask(origin, { path: '/', headers: { 'if-modified-since': date } });
      expect(byTime.status).toBe(200);
    });

    test(`${server} lets nobody keep an error about a file of a release`, async ({ site }) => {
      const { text } = await ask(origin, { path: '/' });
      const [path = ''] = /\/assets\/host\/[^"]+\.js/.exec(text) ?? [];
      const large = { path, headers: { range: 'bytes=99999999-' } };
      const responses = [
        await ask(origin, large),
        await ask(origin, { path: `${path}x` }),
        await ask(origin, { path, headers: { 'if-match': '"other"' } }),
      ];
      const unreadable = join(
        site.siteDir,
        'assets',
        `unreadable-${isNginx ? 'nginx' : 'embedded'}.js`,
      );
      await writeFile(unreadable, '', { mode: 0o000 });
      responses.push(await ask(origin, { path: `/assets/${basename(unreadable)}` }));
      await rm(unreadable);
      for (const { status, headers } of responses) {
        if ([200, 206, 304].includes(status)) continue;
        expect(headers['cache-control'] ?? '', String(status)).not.toMatch(/immutable|max-age/);
      }
      expect(responses.map(({ status }) => status)).toContain(isNginx ? 403 : 404);
    });
  });
}
