import path from 'node:path';
import type { Browser } from 'playwright-core';
import { reach, type State } from '../../tests/helpers/states';
import { visitorAddress } from '../../tests/helpers/visitor-address';

export const sizes = [
  { width: 320, height: 640 },
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

/**
 * Takes the screenshots of one state in one size: `<state>-<width>-<scheme>.png`.
 * @param folder exists
 */
export async function takeState(
  browser: Browser,
  siteUrl: string,
  folder: string,
  state: State,
  viewport: (typeof sizes)[number],
): Promise<void> {
  await using page = await browser.newPage({
    baseURL: siteUrl,
    viewport,
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'X-Forwarded-For': visitorAddress() },
  });
  await reach(page, state);
  // Sticky parts are shown where they are first seen.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Images below the fold, which a screenshot of the whole page shows.
    await page.evaluate(async () => {
      for (const image of document.images) {
        image.loading = 'eager';
        await image.decode().catch(() => undefined);
      }
    });
    const file = path.join(folder, `${state.name}-${viewport.width}-${colorScheme}.png`);
    await page.screenshot({ path: file, fullPage: true });
  }
}
