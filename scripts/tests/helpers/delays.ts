import type { Page } from '@playwright/test';

/**
 * Delays matching requests, as a very slow network would.
 * @returns a function that ends the delay, for these and for later requests
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
 * Installs Playwright’s clock, with which a test controls time in its pages. The clock replaces `performance` by one
 * without marks, so this restores the browser’s: tests read the marks of what is hydrated.
 */
export async function installClock(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.set(window, 'ownPerformance', performance));
  await page.clock.install();
  await page.addInitScript(() =>
    Object.defineProperty(window, 'performance', { value: Reflect.get(window, 'ownPerformance') }),
  );
}
