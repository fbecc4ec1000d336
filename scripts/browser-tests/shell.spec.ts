import type { Locator } from '@playwright/test';
import { expect, test } from '../testing/fixtures';
import { notFound, screens, signInPath } from '../testing/routes';

/** The links in a part of the page by their name; null marks a placeholder. */
async function linksIn(part: Locator): Promise<[string, string | null][]> {
  return part.getByRole('link').evaluateAll((links) =>
    links.map((link): [string, string | null] => [
      // A link that is a picture is called what the picture is called.
      link.textContent.trim() ||
        (link.querySelector('[alt]')?.getAttribute('alt') ??
          link.querySelector('[aria-label]')?.getAttribute('aria-label') ??
          ''),
      link.getAttribute('href'),
    ]),
  );
}

const headerLinks = [
  ['Contact', '/#contact'],
  ['Features', '/#features'],
  ['Home', '/'],
  ['Pricing', '/#pricing'],
  ['SignIn', signInPath],
  ['SignUp', '/signup'],
];

const usefulLinks = [
  ['About Us', null],
  ['Blog', null],
  ['Contact', '/#contact'],
  ['Home', '/'],
  ['Services', null],
];

const helpLinks = [
  ['Contact', '/#contact'],
  ['FAQ', null],
  ['Privacy Policy', '/privacy-policy'],
  ['Support', null],
  ['Terms & Conditions', '/terms'],
];

for (const screen of [...screens, notFound]) {
  test(`${screen.path} stands between the header and the footer, which are whole`, async ({
    page,
    expectConsole,
  }) => {
    if (screen === notFound) expectConsole(/^error: .*404.*\/no-such-page/);
    const answer = await page.goto(screen.path);
    expect(answer?.status()).toBe(screen === notFound ? 404 : 200);
    await expect(page).toHaveTitle(screen.title);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen.heading);
    for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
      await expect(page.getByRole(landmark)).toHaveCount(1);
    }
    const [top, middle, bottom] = await Promise.all(
      (['banner', 'main', 'contentinfo'] as const).map((role) =>
        page.getByRole(role).evaluate((element) => element.getBoundingClientRect().top),
      ),
    );
    expect(top).toBeLessThan(middle ?? 0);
    expect(middle).toBeLessThan(bottom ?? 0);

    expect((await linksIn(page.getByRole('banner'))).sort()).toEqual(headerLinks);

    const footer = page.getByRole('contentinfo');
    const group = (name: string) => footer.getByRole('navigation', { name });
    expect((await linksIn(group('Useful links'))).sort()).toEqual(usefulLinks);
    expect((await linksIn(group('Product help'))).sort()).toEqual(helpLinks);
    expect((await linksIn(footer)).filter(([, href]) => href === null)).toHaveLength(11);
    for (const name of ['Download on the App Store', 'Get it on Google Play']) {
      const badge = footer.getByRole('img', { name });
      await badge.scrollIntoViewIfNeeded();
      await expect
        .poll(() => badge.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
        .toBeGreaterThan(0);
    }
    await expect(footer).toContainText(/©\s*2024/);

    // It leaves the address alone.
    const control = page.locator('#scrollUp');
    await expect(control).toHaveAttribute('title', 'Scroll To Top');
    await expect(control).toHaveAccessibleName('Scroll To Top');
    await expect(control.locator('svg')).toHaveCount(1);
    await page.getByRole('contentinfo').getByText('© 2024').scrollIntoViewIfNeeded();
    const { url, depth } = await page.evaluate(() => ({
      url: location.href,
      depth: history.length,
    }));
    await control.click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    expect(page.url()).toBe(url);
    expect(await page.evaluate(() => history.length)).toBe(depth);

    // Every part of the markup says whose it is.
    const owners = await page
      .locator('[data-boundary]')
      .evaluateAll((parts) => parts.map((part) => part.getAttribute('data-boundary') ?? ''));
    expect([...new Set(owners)].sort()).toEqual(['host', ...screen.remotes].sort());
    for (const role of ['banner', 'contentinfo'] as const) {
      const owner = await page
        .getByRole(role)
        .evaluate((part) => part.closest('[data-boundary]')?.getAttribute('data-boundary'));
      expect(owner).toBe('host');
    }
  });
}

for (const { path, heading } of screens.slice(2)) {
  test(`${path} shows a decorative shape and nothing to read`, async ({ page }) => {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main).toHaveText(heading);
    const words = await main.getByText(heading).boundingBox();
    expect(words?.width).toBeLessThanOrEqual(1);
    const shape = main.locator('svg[aria-hidden="true"]');
    await expect(shape).toHaveCount(1);
    expect((await shape.boundingBox())?.width).toBeGreaterThan(200);
  });
}
