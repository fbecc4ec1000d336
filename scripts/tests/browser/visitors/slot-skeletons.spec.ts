import type { Page } from '@playwright/test';
import { expect, test } from '../../helpers/fixtures';
import { hydrated } from '@composed/testing/browser/hydration';

const widths = [360, 768, 1280, 1920];
const remotes = [
  { remote: 'pricing', path: '/', link: 'Home' },
  { remote: 'signup', path: '/signup', link: 'SignUp' },
] as const;

/** Pixels that the slot's content is tall at each of the widths. */
async function heightsOf(page: Page, remote: string): Promise<number[]> {
  const content = page.locator(`[data-slot^="${remote}"]`);
  const heights: number[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    heights.push((await content.boundingBox())?.height ?? 0);
  }
  return heights;
}

for (const { remote, path, link } of remotes) {
  test(`the shape of ${remote} is as tall as what arrives, and clear of the footer`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/^(?:error|warning): /);
    await page.goto(path);
    await hydrated(page);
    const real = await heightsOf(page, remote);

    await page.route(`**/assets/${remote}/entry.*.js*`, (route) => route.abort());
    await page.goto('/terms');
    await hydrated(page);
    await page.getByRole('banner').getByRole('link', { name: link, exact: true }).click();
    const notice = page.getByRole('status').filter({ hasText: 'could not be loaded just now.' });
    await notice.waitFor();
    const shape = await heightsOf(page, remote);

    const differences = real.map((height, index) => Math.abs((shape[index] ?? 0) / height - 1));
    expect(Math.max(...differences), `${String(shape)} for ${String(real)}`).toBeLessThan(0.05);

    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const { reserved, needed, end, footer } = await notice.evaluate((element) => ({
        reserved: element.clientHeight,
        needed: element.scrollHeight,
        end: element.firstElementChild?.getBoundingClientRect().bottom ?? 0,
        footer: document.querySelector('footer')?.getBoundingClientRect().top ?? 0,
      }));
      expect(needed, `${width} px`).toBeLessThanOrEqual(reserved);
      expect(end, `${width} px`).toBeLessThanOrEqual(footer - 16);
    }
  });
}
