import { mkdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import { readRecord, readScriptElements } from '../compose/composed-page';
import { expectAnswers, expectedAnswers, previewAnswers } from './expected-answers';
import { ask } from '../testing/server/ask';
import { hasNginx } from '../setup/browser.mjs';
import { expect, test } from '../testing/fixtures';
import { frontSite } from '../testing/running-nginx';

/** What the landing page names: the host's scripts, and what stands in its release record. */
async function pinsOf(origin: string) {
  const { text } = await ask(origin, { path: '/' });
  return { ...readRecord(text), scripts: readScriptElements(text) };
}

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

    test(`${server} answers every address as the table says`, async () => {
      await expectAnswers(origin, expectedAnswers);
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
        const answer = await ask(origin, { path: '/', headers: { 'if-none-match': other } });
        expect(answer.status).toBe(200);
      }
      const date = new Date().toUTCString();
      const byTime = await ask(origin, { path: '/', headers: { 'if-modified-since': date } });
      expect(byTime.status).toBe(200);
    });

    test(`${server} lets browsers keep the files of releases for good`, async () => {
      const { scripts, preloads, remotes } = await pinsOf(origin);
      const files = [
        ...[...scripts, ...preloads].map(({ src }) => src),
        ...Object.values(remotes).flatMap(({ entry, styles }) => [
          entry,
          ...styles.map(({ href }) => href),
        ]),
      ];
      expect(files.length).toBeGreaterThan(4);
      for (const path of files) {
        const type = path.endsWith('.css') ? 'text/css' : 'text/javascript';
        await expectAnswers(origin, [
          {
            ...{ path, kind: 'asset', status: 200, headers: { 'accept-encoding': 'br' } },
            answer: {
              'Permissions-Policy': null,
              'Content-Type': `${type}; charset=utf-8`,
              'Content-Encoding': 'br',
              'Set-Cookie': null,
            },
          },
          { path: `${path}.br`, status: 404 },
          { path: `${path}.gz`, status: 404 },
        ]);
      }
    });

    test(`${server} lets nobody keep an error about a file of a release`, async ({ site }) => {
      const { scripts } = await pinsOf(origin);
      const path = scripts[0]?.src ?? '';
      const large = { path, headers: { range: 'bytes=99999999-' } };
      const answers = [
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
      answers.push(await ask(origin, { path: `/assets/${basename(unreadable)}` }));
      await rm(unreadable);
      for (const { status, headers } of answers) {
        if ([200, 206, 304].includes(status)) continue;
        expect(headers['cache-control'] ?? '', String(status)).not.toMatch(/immutable|max-age/);
      }
      expect(answers.map(({ status }) => status)).toContain(isNginx ? 403 : 404);
    });

    test(`${server} shows previews under their names, to nobody who searches`, async ({ site }) => {
      const name = `spring-${isNginx ? 'nginx' : 'embedded'}`;
      const previews = join(site.siteDir, 'previews');
      const composition = posix.basename(await readlink(join(site.siteDir, 'live')));
      await mkdir(previews, { recursive: true });
      await symlink(`../compositions/${composition}`, join(previews, name));
      try {
        await expectAnswers(origin, previewAnswers(name));
      } finally {
        await rm(join(previews, name));
      }
    });
  });
}
