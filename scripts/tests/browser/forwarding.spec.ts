import { tablesPath } from '@shopwright/shared/contracts/plans';
import { option, plans } from '../../lab/faults/site-faults';
import { expect, test } from '../helpers/fixtures';
import { hydrated } from '../helpers/sections';
import { startSite } from '../helpers/site';
import { json, startUpstream, text } from '@composed/testing/server/upstream';

test.use({ baseURL: undefined });

test('SUBSCRIPTION_URL answers the tables call, before and after the scripts, and STORE_UI_URL is where SignIn leads', async ({
  page,
  request,
}) => {
  const options = [option(2, 'Barrow', 1250), option(3, 'Pavilion', 4005)];
  const subscription = await startUpstream(json(plans(options, options)));
  const store = await startUpstream(text('<title>Store</title>', 200, 'text/html'));
  const services = { SUBSCRIPTION_URL: subscription.url, STORE_UI_URL: store.url };
  await using site = await startSite(services);
  const html = await (await request.get(site.url)).text();
  expect(html).toContain('$12.50');
  expect(html).not.toContain('Starter');
  subscription.reset();
  const answer = page.waitForResponse((response) => response.url().endsWith(tablesPath));
  await page.goto(site.url);
  await answer;
  await hydrated(page);
  expect(subscription.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `GET ${tablesPath}`,
  ]);
  await expect(page.getByRole('list', { name: 'Plans' })).toContainText('$40.05');

  await page.getByRole('banner').getByRole('link', { name: 'SignIn' }).click();
  await page.waitForURL(`${store.url}/oauth2/authorization/keycloak`);
  await expect(page).toHaveTitle('Store');
  await page.close();
  await subscription.stop();
  await store.stop();
});
