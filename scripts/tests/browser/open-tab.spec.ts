import { expect, test } from '../helpers/fixtures';
import { hydrated, remoteHydrated } from '../helpers/sections';
import { domSize, walk } from '../helpers/walk';

test('a tab that stays open is no larger after 200 pages than after 20', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await remoteHydrated(page);
  const size = await domSize(page);
  await walk(page, 10);
  const before = await size();
  await walk(page, 90);
  const after = await size();
  expect(after.nodes - before.nodes).toBeLessThan(100);
  expect(after.jsEventListeners - before.jsEventListeners).toBeLessThan(20);
  await page.goto('/terms');
  const places = await page.evaluate(() => sessionStorage.getItem('places') ?? '{}');
  expect(Object.keys(JSON.parse(places) as object).length).toBeLessThanOrEqual(50);
});
