import type { Page } from '@playwright/test';
import { expect, test } from '../../helpers/fixtures';

/** Boxes of the header and of all that is pressed in it. */
const boxesOf = (page: Page) =>
  page.locator('header:has(nav), header a, header button').evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { fontFamily, color } = getComputedStyle(element);
      const name = element.tagName === 'HEADER' ? '' : element.textContent.trim();
      return [name, x, y, width, height, fontFamily, color].join(' ');
    }),
  );

test('one header stands on the site, its sign-in and its status page, to the pixel', async ({
  browser,
  site,
}) => {
  // A visitor at this machine, whom no proxy names, may see the status page.
  const page = await browser.newPage({ extraHTTPHeaders: {} });
  const paths = ['/privacy-policy', '/identity/sign-in', '/_site'];
  // A typeface that is optional shows from the second visit on.
  for (const path of paths) await page.goto(site.url + path, { waitUntil: 'networkidle' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 820, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const seen = [];
      for (const path of paths) {
        await page.goto(site.url + path);
        seen.push(await boxesOf(page));
      }
      const [first = [], ...otherRows] = seen;
      expect(first.length).toBeGreaterThan(7);
      for (const boxes of otherRows) expect(boxes, `at ${width}`).toEqual(first);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const regions = page.getByRole('region');
  expect(await regions.count()).toBeGreaterThan(1);
  for (const region of await regions.all()) {
    const cut = await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect([await region.getAttribute('aria-labelledby'), cut]).toEqual([expect.anything(), 0]);
  }
  await page.close();
});
