import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  expectSameDocument,
  expectToLookAt,
  hydrated,
  markDocument,
  remoteHydrated,
} from '../helpers/sections';
import { fillIn, newVisitor, signUp } from '../helpers/new-visitor';
import { hasGateway, hasNginx } from '@composed/command/browser.mjs';
import { expect, test as base } from '../helpers/fixtures';
import { frontBucket, frontSite } from '../helpers/running-nginx';
import { resolvePath } from '@composed/contracts/url-routing';
import { signInPath } from '@shopwright/shared/contracts/site-links';
import { addressOf } from '@composed/release/store/bucket-client';
import { ask, type Asked } from '@composed/testing/server/ask';
import { xsrfCookie } from '@shopwright/services/testing/visitor';

interface NginxFixtures {
  /** Origin of nginx before the worker's site. */
  readonly nginxUrl: string;
  /** A site in a bucket behind nginx. */
  readonly bucketFront: Awaited<ReturnType<typeof frontBucket>>;
}

const test = base.extend<NginxFixtures>({
  nginxUrl: async ({ site, perWorker }, use) =>
    use((await perWorker('nginx', () => frontSite(site))).url),
  bucketFront: async ({ perWorker }, use) =>
    use(await perWorker('nginx before a bucket', frontBucket)),
});

test.skip(!hasNginx(), 'nginx with its module for brotli is not installed');

/** The status and headers of a response, without the values that differ from one to the next. */
async function headersAt(origin: string, asked: Asked) {
  const { status, headers } = await ask(origin, asked);
  const differing = ['date', 'last-modified', 'etag', 'set-cookie', 'content-length'];
  // Before a bucket nginx compresses pages for who takes gzip alone, and does not know their length ahead.
  if (headers['transfer-encoding']) headers['content-length'] = 'there';
  delete headers['transfer-encoding'];
  for (const name of differing) if (headers[name]) headers[name] = 'there';
  // Before a bucket nothing is served in parts; before a folder no error has a tag.
  delete headers['accept-ranges'];
  if (status >= 400) delete headers.etag;
  return { status, headers };
}

test.describe('nginx before a bucket', () => {
  test.skip(!hasGateway(), 'Ceph with its S3 gateway is not installed');
  // One worker starts the bucket.
  test.describe.configure({ mode: 'default' });
  test.use({ baseURL: async ({ bucketFront }, use) => use(bucketFront.url) });
  // Requests on the way are compared below with those to a site in a folder.
  test('prices turn, a client navigation leads to a sign-up with its token, and a lost visitor is helped', async ({
    page,
    context,
    baseURL,
    expectConsole,
  }) => {
    await page.goto('/#pricing');
    await expectToLookAt(page, 'pricing');
    await remoteHydrated(page);
    await markDocument(page);
    await page.getByRole('switch').press('Space');
    await expect(page.getByRole('list', { name: 'Plans' })).toContainText('$290.00');
    await page.getByRole('banner').getByRole('link', { name: 'SignUp' }).click();
    await fillIn(page, newVisitor());
    await expectSameDocument(page);
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ name: 'XSRF-TOKEN', sameSite: 'Lax', httpOnly: false });
    const redirect = page.waitForRequest((request) => request.url().includes('/redirect/'));
    await signUp(page);
    expect((await redirect).url()).toBe((baseURL ?? '') + signInPath);
    await page.waitForURL(/\/identity\/sign-in$/);

    expectConsole(/^error: Failed to load resource.*404/);
    const response = await page.goto('/no-such-page');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Nobody trades at this address.',
    );
    await hydrated(page);
    await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Open your shop today.');
  });

  test('sends the headers that it sends before a folder, and none of the bucket', async ({
    baseURL,
    nginxUrl,
  }) => {
    const { text } = await ask(baseURL ?? '', { path: '/' });
    const [asset = ''] = /\/assets\/host\/[^"]+\.js/.exec(text) ?? [];
    const [font = ''] = /\/assets\/host\/[^"]+\.woff2/.exec(text) ?? [];
    const paths = ['/', '/signup/', '/no', '/a/b', asset, font, `${asset}x`, '/favicon.svg'];
    const previews = ['/preview/none/', '/preview/none/robots.txt', '/preview/none/a/b'];
    const all: readonly Asked[] = [
      ...[...paths, ...previews].map((path) => ({ path })),
      ...['POST', 'HEAD'].map((method) => ({ path: asset, method })),
      { path: asset, headers: { range: 'bytes=99999999-' } },
      { path: '/sitemap.xml', headers: { authorization: 'Basic x', 'x-amz-date': 'x' } },
      { path: asset, headers: { 'if-match': '"other"' } },
      { path: `${asset}?versionId=x&acl` },
    ];
    for (const asked of all) {
      for (const coding of ['br', 'gzip', 'identity']) {
        const headers = { 'accept-encoding': coding, ...asked.headers };
        const [folder, bucket] = await Promise.all(
          [nginxUrl, baseURL ?? ''].map((origin) => headersAt(origin, { ...asked, headers })),
        );
        expect(bucket, `${asked.path} ${coding}`).toEqual(folder);
      }
    }
  });

  test('without any server for pages, visitors of the bucket itself can sign up', async ({
    bucketFront,
    site,
    page,
    context,
  }) => {
    // Beside it stands a site with services, whose pages and files nobody asks for.
    const bucket = await addressOf(bucketFront.place);
    await page.route(`${site.url}/**`, async (route) => {
      const { kind, folder, file } = resolvePath(new URL(route.request().url()).pathname);
      const key = folder === 'live' ? file : `${folder}/${file}`;
      const stored = kind === 'missing' ? null : await fetch(bucket + key);
      if (!stored?.ok) return route.continue();
      const headers = Object.fromEntries(stored.headers);
      // It comes without the coding that it is stored in.
      delete headers['content-encoding'];
      await route.fulfill({ headers, body: Buffer.from(await stored.arrayBuffer()) });
    });
    await page.goto(`${site.url}/`);
    await page.getByRole('banner').getByRole('link', { name: 'SignUp' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your account');
    expect(await context.cookies()).toEqual([]);
    await fillIn(page, newVisitor());
    await signUp(page);
    await page.waitForURL(/\/identity\/sign-in$/);
  });
});

const servers = [
  { server: 'the embedded server', isNginx: false },
  { server: 'nginx', isNginx: true },
];

for (const { server, isNginx } of servers) {
  test.describe(server, () => {
    let origin = '';
    test.beforeEach(({ site, nginxUrl }) => {
      origin = isNginx ? nginxUrl : site.url;
    });

    test(`${server} answers 304 to who has the page already, and only then`, async () => {
      const first = await ask(origin, { path: '/' });
      const tag = first.headers.etag ?? '';
      const opaque = tag.replace('W/', '');
      for (const known of [tag, `W/${opaque}`, `"a", W/"b",${tag}`, `${opaque} , "c"`, '*']) {
        const headers = { 'if-none-match': known, cookie: xsrfCookie };
        const again = await ask(origin, { path: '/', headers });
        expect(`${known}: ${again.status}`).toBe(`${known}: 304`);
        expect(again.bytes).toHaveLength(0);
        expect(again.headers['cache-control']).toBe('no-cache, no-transform');
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
