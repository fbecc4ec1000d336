import { expect, test } from '../helpers/fixtures';
import { tablesPath } from '@shopwright/shared/contracts/plans';
import { hydrated } from '../helpers/sections';
import { pagesOf } from '../helpers/site';

test('each page makes its own calls and no others', async ({ page, calls, site }) => {
  const pages = await pagesOf(site);
  for (const path of pages) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  const made = pages.flatMap((path) => [
    `GET ${path}`,
    ...(path === '/' ? [`GET ${tablesPath}`] : []),
  ]);
  expect(calls.list(site.url)).toEqual(made);
});

test('a visit to the landing page from elsewhere on the site makes the tables call', async ({
  page,
  calls,
  site,
}) => {
  await page.goto('/terms');
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('list', { name: 'Plans' })).toContainText('$29.00');
  await page.waitForLoadState('networkidle');
  expect(calls.list(site.url)).toEqual(['GET /terms', `GET ${tablesPath}`]);
});
