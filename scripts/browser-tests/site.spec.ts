import { existsSync } from 'node:fs';
import { expect, test } from '../testing/fixtures';

test('the shared site answers at its address, and pages stand on it', async ({ page, site }) => {
  await page.goto('/');
  expect(new URL(page.url()).origin).toBe(site.url);
  await expect(page.getByRole('main')).toBeVisible();
});

test('a site of a test’s own has its own folders, and takes them with it', async ({
  site,
  startSite,
  request,
}) => {
  test.slow();
  const own = await startSite();
  expect(own.url).not.toBe(site.url);
  expect(own.siteDir).not.toBe(site.siteDir);
  expect((await request.get(`${own.url}/`)).status()).toBe(200);
  await own.stop();
  await expect(request.get(`${own.url}/`)).rejects.toThrow('ECONNREFUSED');
  expect(existsSync(own.siteDir)).toBe(false);
});

test('a site that cannot start fails with what it printed', async ({ startSite }) => {
  await expect(startSite({ PORT: 'eighty' })).rejects.toThrow(
    /ended before it was ready \(2\)[\s\S]*PORT/,
  );
});
