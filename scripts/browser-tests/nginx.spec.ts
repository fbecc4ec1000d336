import { hydrated, expectSameDocument, markDocument } from '../testing/sections';
import { fillIn, newVisitor, signUpButton } from '../testing/new-visitor';
import { expect, skipWithoutNginx, test } from '../testing/nginx-site';
import { landing, notFound, signUp } from '../testing/routes';

skipWithoutNginx();
test.use({ baseURL: async ({ nginxUrl }, use) => use(nginxUrl ?? undefined) });

test('nginx serves the landing page, which hydrates and turns its prices', async ({ page }) => {
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

test('nginx serves what a client navigation loads, and Back leads home', async ({ page }) => {
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

test('nginx forwards a sign-up with the token that came with its page', async ({
  page,
  context,
  nginxUrl,
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
    `${nginxUrl ?? ''}/redirect/internal?serviceName=store-ui&path=/oauth2/authorization/keycloak`,
  );
});

test('nginx answers what is not there with a page that helps', async ({ page, expectConsole }) => {
  expectConsole(/^error: Failed to load resource.*404/);
  const answer = await page.goto('/no-such-page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(notFound.heading);
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(landing.heading);
});
