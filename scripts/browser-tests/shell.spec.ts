import { expect, test } from '../testing/fixtures';
import { notFound, screens } from '../testing/routes';

for (const screen of [...screens, notFound]) {
  test(`${screen.path} stands between the header and the footer, and says whose each part is`, async ({
    page,
    expectConsole,
  }) => {
    if (screen === notFound) expectConsole(/^error: .*404.*\/no-such-page/);
    const answer = await page.goto(screen.path);
    expect(answer?.status()).toBe(screen === notFound ? 404 : 200);
    await expect(page).toHaveTitle(screen.title);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen.heading);
    const tops = await Promise.all(
      (['banner', 'main', 'contentinfo'] as const).map((role) =>
        page.getByRole(role).evaluate((element) => element.getBoundingClientRect().top),
      ),
    );
    expect(tops).toEqual([...new Set(tops)].sort((a, b) => a - b));
    const owners = await page
      .locator('[data-boundary]')
      .evaluateAll((parts) => parts.map((part) => part.getAttribute('data-boundary') ?? ''));
    expect([...new Set(owners)].sort()).toEqual(['host', ...screen.remotes].sort());
  });
}

for (const { path, heading } of screens.slice(2)) {
  test(`${path} shows a decorative shape and nothing to read`, async ({ page }) => {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main).toHaveText(heading);
    expect((await main.getByText(heading).boundingBox())?.width).toBeLessThanOrEqual(1);
    expect((await main.locator('svg').boundingBox())?.width).toBeGreaterThan(200);
  });
}
