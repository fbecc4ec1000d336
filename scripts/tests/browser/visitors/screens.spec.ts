import { tablesPath } from '@shopwright/shared/contracts/plans';
import { signInPath } from '@shopwright/shared/contracts/site-links';
import { appOf } from '@composed/contracts/remote-names';
import { failToSignUp } from '../../helpers/new-visitor';
import { expect, test } from '../../helpers/fixtures';
import { hydrated } from '@composed/testing/browser/hydration';
import { headerLink, hiddenWidth } from '../../helpers/sections';
import { missingPath, listPaths, readScreens } from '../../helpers/run-site';

// Parts that every page has, on a screen and on paper.

test('every page has the header and the footer, and names the app of each element', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/^error: .*404.*\/no-such-page/);
  for (const { path, title, heading, slots } of await readScreens(site)) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(path === missingPath ? 404 : 200);
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    const tops = await Promise.all(
      (['banner', 'main', 'contentinfo'] as const).map((role) =>
        page.getByRole(role).evaluate((element) => element.getBoundingClientRect().top),
      ),
    );
    expect(tops).toEqual([...new Set(tops)].sort((a, b) => a - b));
    const owners = await page
      .locator('[data-boundary]')
      .evaluateAll((parts) => parts.map((part) => part.getAttribute('data-boundary') ?? ''));
    const apps = slots.map(appOf);
    expect([...new Set(owners)].sort(), path).toEqual(['host', ...apps].sort());
  }
});

for (const name of ['Privacy Policy', 'Terms & Conditions']) {
  test(`${name} shows a decorative shape and nothing to read`, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    const main = page.getByRole('main');
    await expect(main).toHaveText(name);
    expect((await main.getByText(name).boundingBox())?.width).toBeLessThanOrEqual(1);
    expect((await main.locator('svg').boundingBox())?.width).toBeGreaterThan(200);
  });
}

test('each page makes its own calls and no others', async ({ page, calls, site }) => {
  const pages = await listPaths(site);
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

test('a picture is fetched when the visitor comes near it, not when the page is hydrated', async ({
  page,
}) => {
  const fetched = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.includes('/img/pricing/business')),
    );
  await page.setViewportSize({ width: 412, height: 240 });
  await page.goto('/');
  await hydrated(page);
  expect(await fetched()).toEqual([]);
  const images = page.locator('#pricing img').filter({ visible: true });
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
      .toBeGreaterThan(0);
  }
});

test('on a phone with text at twice its size no page scrolls sideways', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/404/);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of [...(await listPaths(site)), missingPath]) {
    await page.goto(path);
    // A browser's own settings may give a default font of 32 px.
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    const hidden = await hiddenWidth(page);
    expect([path, hidden]).toEqual([path, 0]);
  }
});

test('the header and its menu fit the narrowest screens', async ({ page, site, allowConsole }) => {
  allowConsole(/404/);
  for (const width of [290, 256, 200]) {
    await page.setViewportSize({ width, height: 600 });
    for (const path of [...(await listPaths(site)), missingPath, signInPath]) {
      await page.goto(path);
      // Other machines have wider faces.
      await page.evaluate(() => (document.documentElement.style.letterSpacing = '0.1em'));
      await page.getByRole('button', { name: 'Menu' }).click();
      const menu = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
      const header = await page.getByRole('banner').boundingBox();
      expect(header?.height, `${width} ${path}`).toBeLessThan(80);
      expect(menu?.y, `${width} ${path}`).toBeGreaterThanOrEqual((header?.height ?? 0) - 2);
      const hidden = await hiddenWidth(page);
      expect([width, path, hidden]).toEqual([width, path, 0]);
    }
  }
});

test('a toast about the sign-up form does not cover it, nor does the way to the top cover a button', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/);
  await page.setViewportSize({ width: 1440, height: 900 });
  const toast = await (await failToSignUp(page)).boundingBox();
  const form = await page.locator('#main form').boundingBox();
  expect(toast?.x).toBeGreaterThan((form?.x ?? 0) + (form?.width ?? Infinity));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await hydrated(page);
  await page.locator('#pricing').scrollIntoViewIfNeeded();
  await expect(page.locator('#scrollUp')).not.toBeInViewport();
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
  const pictures = page.locator('#main img:not([data-screen-only] img)');
  await expect(pictures).not.toHaveCount(0);
  for (const picture of await pictures.all()) await expect(picture).toBeVisible();
});

test('at the end of the landing page the header marks its last section', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  const contact = headerLink(page, 'Contact');
  for (const [width, height] of [
    [768, 1024],
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }));
    await expect(contact, `${width} px`).toHaveAttribute('aria-current', 'location');
    await page.evaluate(() => window.scrollTo({ top: 0 }));
    await expect(contact, `${width} px`).not.toHaveAttribute('aria-current');
  }
});
