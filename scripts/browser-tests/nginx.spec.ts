import { hydrated, expectSameDocument, expectToLookAt, markDocument } from '../testing/sections';
import { fillIn, newVisitor, signUpButton } from '../testing/new-visitor';
import { expect, skipWithoutBucketFront, skipWithoutNginx, test } from '../testing/nginx-site';
import { startPlainHosting } from '../testing/plain-hosting';
import { landing, notFound, signUp } from '../testing/routes';
import { putUnderLoad } from '../lab/soak/load';
import { addressOf } from '../release/stores/bucket-client';
import { BucketObjects } from '../release/stores/bucket-objects';
import { ask, type Asked } from '../testing/server/ask';
import { expectAnswer, expectedAnswers, expectPreview } from './expected-answers';
import { expectNoHarm, publishUnderLoad } from './publish-under-load';

/** The status and headers of an answer, without the values that differ from one to the next. */
async function headersAt(origin: string, asked: Asked) {
  const { status, headers } = await ask(origin, asked);
  const differing = ['date', 'last-modified', 'etag', 'set-cookie', 'content-length'];
  for (const name of differing) if (headers[name]) headers[name] = 'there';
  // Before a bucket nothing is served in parts; before a folder no error has a tag.
  delete headers['accept-ranges'];
  if (status >= 400) delete headers.etag;
  return { status, headers };
}

/** The main journeys, over whatever store nginx has. */
function expectJourneys(): void {
  test('serves the landing page, which hydrates and turns its prices', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveTitle(landing.title);
    await hydrated(page);
    await expect.poll(() => page.evaluate(() => 'remote_pricing' in window)).toBe(true);
    const plans = page.getByRole('list', { name: 'Plans' });
    const monthly = await plans.innerText();
    await page.getByRole('switch').focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('switch')).toBeChecked();
    await expect(page.getByRole('list', { name: 'Plans' })).not.toHaveText(monthly);
  });

  test('serves what a client navigation loads, and Back leads home', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    await markDocument(page);
    await page.getByRole('banner').getByRole('link', { name: 'SignUp' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(signUp.heading);
    await expect(page.getByLabel('First name')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(landing.heading);
    await expectSameDocument(page);
  });

  test('forwards a sign-up with the token that came with its page', async ({
    page,
    context,
    baseURL,
  }) => {
    await page.goto('/signup');
    const cookies = await context.cookies();
    expect(cookies.find(({ name }) => name === 'XSRF-TOKEN')).toMatchObject({
      sameSite: 'Lax',
      httpOnly: false,
      path: '/',
    });
    await fillIn(page, newVisitor());
    const redirect = page.waitForRequest((request) => request.url().includes('/redirect/internal'));
    await signUpButton(page).click();
    await expect(page.getByText('Successfully Register!')).toBeVisible();
    expect((await redirect).url()).toBe(
      `${baseURL ?? ''}/redirect/internal?serviceName=store-ui&path=/oauth2/authorization/keycloak`,
    );
  });

  test('answers what is not there with a page that helps', async ({ page, expectConsole }) => {
    expectConsole(/^error: Failed to load resource.*404/);
    const answer = await page.goto('/no-such-page');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(notFound.heading);
    await hydrated(page);
    await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(landing.heading);
  });

  test('shows the section that an address names, and the header leads to the others', async ({
    page,
  }) => {
    await page.goto('/#pricing');
    await expectToLookAt(page, 'pricing');
    await hydrated(page);
    await page.getByRole('banner').getByRole('link', { name: 'Contact', exact: true }).click();
    await expect(page).toHaveURL('/#contact');
    await expectToLookAt(page, 'contact');
  });
}

test.describe('nginx before a folder', () => {
  skipWithoutNginx();
  test.use({ baseURL: async ({ nginxUrl }, use) => use(nginxUrl ?? undefined) });
  expectJourneys();
});

test.describe('nginx before a bucket', () => {
  skipWithoutBucketFront();
  // One worker starts the bucket, and the last test ends it.
  test.describe.configure({ mode: 'default' });
  test.use({ baseURL: async ({ bucketFront }, use) => use(bucketFront?.url) });
  expectJourneys();

  test('answers every address as the table says', async ({ baseURL }) => {
    const origin = baseURL ?? '';
    for (const expected of expectedAnswers) expectAnswer(await ask(origin, expected), expected);
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
          [nginxUrl, baseURL].map((origin) => headersAt(origin ?? '', { ...asked, headers })),
        );
        expect(bucket, `${asked.path} ${coding}`).toEqual(folder);
      }
    }
  });

  test('shows previews under their names, to nobody who searches', async ({ bucketFront }) => {
    if (!bucketFront) return;
    const objects = new BucketObjects(bucketFront.place);
    for (const name of ['index.html', 'signup.html', '404.html', 'robots.txt']) {
      await objects.put(`preview/spring/${name}`, (await objects.read(name)) ?? Buffer.of());
    }
    await expectPreview(bucketFront.url, 'spring');
  });

  test('publishes under load fail no request, mix no page and show soon', async ({
    bucketFront,
  }) => {
    if (!bucketFront) return;
    const { url, site, environment } = bucketFront;
    const outcome = await publishUnderLoad(url, site, environment);
    expectNoHarm(outcome, 'nginx before a bucket');
  });

  test('without any server for pages, visitors of the bucket itself can sign up', async ({
    bucketFront,
    page,
    context,
  }) => {
    if (!bucketFront) return;
    const hosting = await startPlainHosting(await addressOf(bucketFront.place));
    try {
      await page.goto(hosting.url);
      await page.getByRole('banner').getByRole('link', { name: 'SignUp' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(signUp.heading);
      expect(await context.cookies()).toEqual([]);
      const visitor = newVisitor();
      await fillIn(page, visitor);
      await signUpButton(page).click();
      await expect(page.getByText('Successfully Register!')).toBeVisible();
      // The sign-in of the same services, where the account is.
      await page.waitForURL(/\/identity\/sign-in$/);
      await page.getByLabel('Email').fill(visitor.emailAddress);
      await page.getByLabel('Password').fill(visitor.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page).toHaveURL(`${hosting.url}/store`);
    } finally {
      await hosting.stop();
    }
  });

  test('what was asked for goes on under load when the bucket stops', async ({ bucketFront }) => {
    if (!bucketFront) return;
    const { url, gateway } = bucketFront;
    const { text } = await ask(url, { path: '/', headers: { 'accept-encoding': 'br' } });
    const [asset = ''] = /\/assets\/host\/[^"]+\.js/.exec(text) ?? [];
    const requests = ['/', '/signup', '/robots.txt', asset].map((path) => ({ path }));
    const load = { url, requests, overallRate: 300 };
    await putUnderLoad({ ...load, duration: 1 });
    const [report] = await Promise.all([putUnderLoad({ ...load, duration: 5 }), gateway.stop()]);
    expect(report.requests.total).toBeGreaterThan(500);
    const other = await ask(url, { path: '/never-asked' });
    expect([other.status, other.headers['cache-control']]).toEqual([503, 'no-store']);
  });
});
