import { expect, test } from '../helpers/fixtures';
import { hydrated } from '../helpers/sections';

test('a picture is fetched when the visitor comes near it, not when the page is hydrated', async ({
  page,
}) => {
  const fetched = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.includes('/badges/')),
    );
  await page.setViewportSize({ width: 412, height: 823 });
  await page.goto('/');
  await hydrated(page);
  expect(await fetched()).toEqual([]);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect.poll(fetched).toHaveLength(2);
  const images = page.locator('#pricing img, footer img').filter({ visible: true });
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
      .toBeGreaterThan(0);
  }
});
