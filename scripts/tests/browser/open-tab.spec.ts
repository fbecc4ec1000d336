import type { Page } from '@playwright/test';
import { expect, test } from '../helpers/fixtures';
import { hydrated, remoteHydrated } from '../helpers/sections';

/** Goes to the sign-up page and back so many times, as fast as the pages come. */
const walk = (page: Page, trips: number) =>
  page.evaluate(async (count) => {
    const screens = [
      { path: '/signup', sign: '#signup-firstName' },
      { path: '/', sign: '#pricing-title' },
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
  }, trips);

test('a tab that stays open is no larger after 200 pages than after 20', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await remoteHydrated(page);
  const session = await page.context().newCDPSession(page);
  const size = async () => {
    // Chromium holds what has left the page until its next frame, and a busy machine draws none for many pages.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    // What one collection frees lets the next one free more.
    for (const _ of [1, 2, 3]) await session.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
    return { nodes, jsEventListeners };
  };
  await walk(page, 10);
  const before = await size();
  await walk(page, 90);
  const after = await size();
  expect(after.nodes - before.nodes).toBeLessThan(100);
  expect(after.jsEventListeners - before.jsEventListeners).toBeLessThan(20);
  await page.goto('/terms');
  const places = await page.evaluate(() => sessionStorage.getItem('places') ?? '{}');
  expect(Object.keys(JSON.parse(places) as object).length).toBeLessThanOrEqual(50);
});
