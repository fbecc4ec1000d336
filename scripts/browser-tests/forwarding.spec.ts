import { expect, test } from '../testing/fixtures';
import { tablesPath } from '../testing/routes';
import { hydrated } from '../testing/sections';

test.use({ baseURL: async ({ forwarded }, use) => use(forwarded.site.url) });

test('SUBSCRIPTION_URL answers the tables call, before and after the scripts', async ({
  page,
  forwarded,
  request,
}) => {
  const html = await (await request.get('/')).text();
  expect(html).toContain('$12.50');
  expect(html).not.toContain('Starter');
  const answer = page.waitForResponse((response) => response.url().endsWith(tablesPath));
  await page.goto('/');
  await answer;
  await hydrated(page);
  expect(forwarded.subscription.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `GET ${tablesPath}`,
  ]);
  await expect(page.getByRole('list', { name: 'Plans' })).toContainText('$40.05');
});

test('STORE_UI_URL is where SignIn leads, and nothing else in the address', async ({
  page,
  forwarded,
}) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'SignIn' }).click();
  await page.waitForURL(`${forwarded.storeUi.url}/oauth2/authorization/keycloak`);
  await expect(page).toHaveTitle('Store');
  expect(forwarded.storeUi.received.map(({ path }) => path)).toContain(
    '/oauth2/authorization/keycloak',
  );
});
