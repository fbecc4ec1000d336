import { devices, type Browser } from 'playwright-core';

/** Lighthouse's slow 4G: a latency of 150 ms, 1.6 Mbps down and 750 Kbps up. */
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** Runs in the page: reads paint times in milliseconds since navigation, and transferred bytes. */
async function readTimeline() {
  const largestPaint = await new Promise<number>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? NaN)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  });
  const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN;
  const files = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
  const sumBytes = (extension: string) =>
    files
      .filter((file) => file instanceof PerformanceResourceTiming && file.name.endsWith(extension))
      .reduce((sum, file) => sum + ('transferSize' in file ? Number(file.transferSize) : 0), 0);
  return { firstPaint, largestPaint, weight: sumBytes(''), scripts: sumBytes('.js') };
}

/**
 * Opens a page on a slow network as a new visitor, and waits until the network is idle.
 * @param moduleId the module to wait for until it is hydrated, or null for a page without scripts
 */
export async function visit(browser: Browser, url: string, moduleId: string | null) {
  await using context = await browser.newContext(devices['Pixel 7']);
  const page = await context.newPage();
  await (await context.newCDPSession(page)).send('Network.emulateNetworkConditions', slowNetwork);
  await page.goto(url);
  const isHydrated = (mark: string) =>
    performance.getEntriesByType('mark').some(({ name }) => name.includes(mark));
  // Searches without the prefix "composed:", since another checkout may have another prefix.
  if (moduleId) await page.waitForFunction(isHydrated, `hydrated:${moduleId}`, { polling: 200 });
  await page.waitForLoadState('networkidle');
  return await page.evaluate(readTimeline);
}
