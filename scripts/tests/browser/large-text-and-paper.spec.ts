import { expect, test } from '../helpers/fixtures';
import { hydrated } from '../helpers/sections';
import { pagesOf } from '../helpers/site';

test('on a phone with text at twice its size no page scrolls sideways', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/404/);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of [...(await pagesOf(site)), '/no-such-page']) {
    await page.goto(path);
    // As a default font of 32 px, which a browser's own settings give.
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    const hidden = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect([path, hidden]).toEqual([path, 0]);
  }
});

test('on paper the form begins on the first sheet', async ({ page }) => {
  await page.goto('/signup');
  await hydrated(page);
  const sheet = async () => (await page.pdf({ format: 'Letter', pageRanges: '1' })).byteLength;
  const withForm = await sheet();
  await page.locator('#main form').evaluate((form) => (form.style.visibility = 'hidden'));
  expect(await sheet()).toBeLessThan(withForm);
});

test('on paper a picture that has not come has its place', async ({ page, allowConsole }) => {
  allowConsole(/Failed to load resource/);
  await page.route(/\.(?:png|webp|avif|svg)$/, (route) => route.abort());
  await page.goto('/');
  await hydrated(page);
  await page.emulateMedia({ media: 'print' });
  const pictures = page.locator('#main :not([data-screen-only]) > img');
  await expect(pictures).not.toHaveCount(0);
  for (const picture of await pictures.all()) await expect(picture).toBeVisible();
});
