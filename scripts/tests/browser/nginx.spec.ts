import {
  expectSameDocument,
  expectToLookAt,
  hydrated,
  markDocument,
  remoteHydrated,
} from '../helpers/sections';
import { fillIn, newVisitor, signUp } from '../helpers/new-visitor';
import { hasGateway, hasNginx } from '../../platform/setup/browser.mjs';
import { expect, test as base } from '../helpers/fixtures';
import { frontSite } from '../helpers/running-nginx';
import { frontBucket } from '../helpers/s3-gateway';
import { resolvePath } from '../../platform/http/url-routing';
import { signInPath } from '@shopwright/shared/contracts/site-links';
import { addressOf } from '../../platform/release/stores/bucket-client';
import { ask, type Asked } from '../helpers/server/ask';

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
  for (const name of differing) if (headers[name]) headers[name] = 'there';
  // Before a bucket nothing is served in parts; before a folder no error has a tag.
  delete headers['accept-ranges'];
  if (status >= 400) delete headers.etag;
  return { status, headers };
}

/** A visit over whatever store nginx has; what is asked for on the way is compared below. */
function expectJourney(): void {
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
}

test.describe('nginx before a folder', () => {
  test.use({ baseURL: async ({ nginxUrl }, use) => use(nginxUrl) });
  expectJourney();
});

test.describe('nginx before a bucket', () => {
  test.skip(!hasGateway(), 'Ceph with its S3 gateway is not installed');
  // One worker starts the bucket.
  test.describe.configure({ mode: 'default' });
  test.use({ baseURL: async ({ bucketFront }, use) => use(bucketFront.url) });
  expectJourney();

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
