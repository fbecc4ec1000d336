import type { Page } from '@playwright/test';

/**
 * Goes to the sign-up page and back several times, as fast as possible.
 * @param landing the selector of an element that exists once the landing page is complete
 */
export const walk = (page: Page, trips: number, landing = '#pricing-title') =>
  page.evaluate(
    async ({ count, landingSign }) => {
      const screens = [
        { path: '/signup', sign: '#signup-firstName' },
        { path: '/', sign: landingSign },
      ];
      const nextTask = () => new Promise((resolve) => setTimeout(resolve));
      for (let trip = 0; trip < count; trip += 1) {
        for (const { path, sign } of screens) {
          document.querySelector<HTMLElement>(`header a[href="${path}"]`)?.click();
          while (location.pathname !== path || !document.querySelector(sign)) await nextTask();
          window.scrollTo({ top: 10 + trip, behavior: 'instant' });
          await nextTask();
        }
      }
    },
    { count: trips, landingSign: landing },
  );

/** Counts the nodes and listeners that a page holds after garbage collection. */
export async function domSize(page: Page) {
  const session = await page.context().newCDPSession(page);
  return async () => {
    // Chromium keeps removed nodes until its next frame, which may be late on a busy machine.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    // Several times, since a collection may make further objects unreachable.
    for (const _ of [1, 2, 3]) await session.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
    return { nodes, jsEventListeners };
  };
}
