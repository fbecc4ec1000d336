import type { Page } from '@playwright/test';

/**
 * Delays matching requests, as a very slow network would.
 * @returns lets them all go; later ones are not delayed
 */
export async function delayRequests(page: Page, pattern: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/**
 * Lets a test decide how time passes in its pages. Playwright’s clock replaces `performance` by one without marks, so
 * the browser’s own is put back: the marks say what is hydrated.
 */
export async function installClock(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.set(window, 'ownPerformance', performance));
  await page.clock.install();
  await page.addInitScript(() =>
    Object.defineProperty(window, 'performance', { value: Reflect.get(window, 'ownPerformance') }),
  );
}
