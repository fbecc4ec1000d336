import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { hydrated, remoteHydrated } from '@composed/testing/browser/hydration';
import {
  expectSameDocument,
  expectToLookAt,
  headerLink,
  markDocument,
} from '../../helpers/sections';
import { fillIn, newVisitor, signUp } from '../../helpers/new-visitor';
import { hasGateway, hasNginx } from '@composed/command/installed-software.mjs';
import { expect, test as base } from '../../helpers/fixtures';
import { frontSite } from '@composed/testing/server/site-nginx';
import { startSite } from '../../helpers/run-site';
import {
  gatewayEnvironment,
  openPublicKeys,
  startGateway,
} from '@composed/testing/store/s3-gateway';
import { findBucketAddress } from '@composed/release/store/bucket-client';
import { resolvePath } from '@composed/contracts/url-routing';
import { signInPath } from '@shopwright/shared/contracts/site-links';
import { sendRequest } from '@composed/testing/server/send-request';
import { xsrfCookie } from '@shopwright/services/testing/visitor';

/** A site whose store is a bucket, open as the README says. */
async function siteInBucket() {
  const gateway = await startGateway();
  const bucket = { bucket: 'shop', prefix: 'site/' };
  await gateway.createBucket(bucket.bucket);
  await openPublicKeys(bucket);
  const SITE_STORE = `s3://${bucket.bucket}/${bucket.prefix}`;
  const site = await startSite({ ...gatewayEnvironment(gateway.url), SITE_STORE });
  const stop = async () => {
    await site.stop();
    await gateway.stop();
  };
  return { address: await findBucketAddress(bucket), stop };
}

interface NginxFixtures {
  /** Origin of nginx before the worker's site. */
  readonly nginxUrl: string;
  readonly siteInBucket: Awaited<ReturnType<typeof siteInBucket>>;
}

const test = base.extend<NginxFixtures>({
  nginxUrl: async ({ site, perWorker }, use) =>
    use((await perWorker('nginx', () => frontSite(site))).url),
  siteInBucket: async ({ perWorker }, use) =>
    use(await perWorker('a site in a bucket', siteInBucket)),
});

test.skip(!hasNginx(), 'nginx with its module for brotli is not installed');

test.describe('behind nginx', () => {
  test.use({ baseURL: async ({ nginxUrl }, use) => use(nginxUrl) });
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
    await headerLink(page, 'SignUp').click();
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
    await headerLink(page, 'Home').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Open your shop today.');
  });
});

test.describe('a bucket', () => {
  test.skip(!hasGateway(), 'Ceph with its S3 gateway is not installed');
  test('without any server for pages, visitors of the bucket itself can sign up', async ({
    siteInBucket,
    site,
    page,
    context,
  }) => {
    // Beside it stands a site with services, whose pages and files nobody asks for.
    await page.route(`${site.url}/**`, async (route) => {
      const { kind, folder, file } = resolvePath(new URL(route.request().url()).pathname);
      const key = folder === 'live' ? file : `${folder}/${file}`;
      const stored = kind === 'missing' ? null : await fetch(siteInBucket.address + key);
      if (!stored?.ok) return route.continue();
      const headers = Object.fromEntries(stored.headers);
      // It comes without the coding that it is stored in.
      delete headers['content-encoding'];
      await route.fulfill({ headers, body: Buffer.from(await stored.arrayBuffer()) });
    });
    await page.goto(`${site.url}/`);
    await headerLink(page, 'SignUp').click();
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
      const first = await sendRequest(origin, { path: '/' });
      const tag = first.headers.etag ?? '';
      const opaque = tag.replace('W/', '');
      for (const ifNoneMatch of [tag, `W/${opaque}`, `"a", W/"b",${tag}`, `${opaque} , "c"`, '*']) {
        const headers = { 'if-none-match': ifNoneMatch, cookie: xsrfCookie };
        const again = await sendRequest(origin, { path: '/', headers });
        expect(`${ifNoneMatch}: ${again.status}`).toBe(`${ifNoneMatch}: 304`);
        expect(again.bytes).toHaveLength(0);
        expect(again.headers['cache-control']).toBe('no-cache, no-transform');
      }
      for (const other of ['"other"', '', '*x', `${opaque}x`, opaque.slice(0, -2)]) {
        const response = await sendRequest(origin, {
          path: '/',
          headers: { 'if-none-match': other },
        });
        expect(response.status).toBe(200);
      }
      const date = new Date().toUTCString();
      const byTime = await sendRequest(origin, {
        path: '/',
        headers: { 'if-modified-since': date },
      });
      expect(byTime.status).toBe(200);
    });

    test(`${server} lets nobody keep an error about a file of a release`, async ({ site }) => {
      const { text } = await sendRequest(origin, { path: '/' });
      const [path = ''] = /\/assets\/host\/[^"]+\.js/.exec(text) ?? [];
      const large = { path, headers: { range: 'bytes=99999999-' } };
      const responses = [
        await sendRequest(origin, large),
        await sendRequest(origin, { path: `${path}x` }),
        await sendRequest(origin, { path, headers: { 'if-match': '"other"' } }),
      ];
      const unreadable = join(
        site.siteDir,
        'assets',
        `unreadable-${isNginx ? 'nginx' : 'embedded'}.js`,
      );
      await writeFile(unreadable, '', { mode: 0o000 });
      responses.push(await sendRequest(origin, { path: `/assets/${basename(unreadable)}` }));
      await rm(unreadable);
      for (const { status, headers } of responses) {
        if ([200, 206, 304].includes(status)) continue;
        expect(headers['cache-control'] ?? '', String(status)).not.toMatch(/immutable|max-age/);
      }
      expect(responses.map(({ status }) => status)).toContain(404);
    });
  });
}
