import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { reach, type State } from '../../testing/states';
import { visitorAddress } from '../../testing/visitor-address';

export const sizes = [
  { width: 320, height: 640 },
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;
export type Size = (typeof sizes)[number];

const schemes = ['light', 'dark'] as const;

/**
 * Loads images below the fold, which a screenshot of the whole page shows, and scrolls up, so that what
 * sticks to the window is where it is first seen.
 */
async function prepare(page: Page, wholePage: boolean): Promise<void> {
  await page.evaluate(async (fromTop) => {
    if (fromTop) window.scrollTo({ top: 0, behavior: 'instant' });
    await Promise.all(
      Array.from(document.images, (image) => {
        image.loading = 'eager';
        return image.decode().catch(() => undefined);
      }),
    );
  }, wholePage);
}

/**
 * Takes the screenshots of one state in one size: `<state>-<width>-<scheme>.png`.
 * @param folder exists
 * @throws Error with the state's name when it cannot be reached
 */
export async function takeState(
  browser: Browser,
  siteUrl: string,
  folder: string,
  state: State,
  size: Size,
): Promise<void> {
  await using context = await browser.newContext({
    baseURL: siteUrl,
    viewport: size,
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'X-Forwarded-For': visitorAddress() },
  });
  try {
    const page = await context.newPage();
    await reach(page, state);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await prepare(page, !state.firstView);
      const file = path.join(folder, `${state.name}-${size.width}-${colorScheme}.png`);
      await page.screenshot({ path: file, fullPage: !state.firstView });
    }
  } catch (error) {
    throw new Error(`${state.name} at ${size.width} px: ${String(error)}`, { cause: error });
  }
}
