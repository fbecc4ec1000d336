import { expect, test } from '../testing/fixtures';
import { fillIn, newVisitor, signUpButton } from '../testing/new-visitor';
import { createPath, tablesPath } from '../testing/routes';
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

test('MANAGER_URL gets the create call as the visitor’s browser made it', async ({
  page,
  context,
  forwarded,
}) => {
  const visitor = newVisitor();
  await page.goto('/signup');
  await fillIn(page, visitor);
  await signUpButton(page).click();
  await expect(page.getByText('Successfully Register!')).toBeVisible();
  const [call, ...more] = forwarded.manager.received;
  expect(more).toEqual([]);
  expect(`${call?.method ?? ''} ${call?.path ?? ''}`).toBe(`POST ${createPath}`);
  expect(JSON.parse(call?.body ?? '')).toEqual({ user: visitor });
  const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value;
  expect(token).toBeTruthy();
  expect(call?.headers['x-xsrf-token']).toBe(token);
  expect(call?.headers.cookie).toContain(`XSRF-TOKEN=${token ?? ''}`);
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
