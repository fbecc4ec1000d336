import { expect, test } from '../helpers/fixtures';
import { nowhere, screensOf } from '../helpers/site';

test('every page stands between the header and the footer, and says whose each part is', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/^error: .*404.*\/no-such-page/);
  for (const { path, title, heading, slots } of await screensOf(site)) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(path === nowhere ? 404 : 200);
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
    const apps = slots.map((id) => id.split('/')[0]);
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
