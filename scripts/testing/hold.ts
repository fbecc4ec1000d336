import type { Page } from '@playwright/test';

/**
 * Keeps back whatever matches, as a very slow network would.
 * @returns lets it all go, from now on at once
 */
export async function holdBack(page: Page, pattern: string): Promise<() => void> {
  let letGo = (): void => undefined;
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(pattern, async (route) => {
    await gone;
    await route.continue();
  });
  return letGo;
}

/** What the browser says, on a slow machine, of a preload whose script is held back or off. */
export const unusedPreload =
  /^warning: The resource \S+ was preloaded using link preload but not used/;
