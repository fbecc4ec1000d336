import { devices, type Browser } from 'playwright-core';

/** 150 ms and 1.6 Mbps, with the 750 Kbps upwards that Lighthouse gives a slow 4G. */
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** Runs in the page: milliseconds since navigation, and bytes as they came. */
async function readTimeline() {
  const largestPaint = await new Promise<number>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? NaN)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  });
  const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN;
  const files = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
  const weigh = (ending: string) =>
    files
      .filter((file) => file instanceof PerformanceResourceTiming && file.name.endsWith(ending))
      .reduce((sum, file) => sum + ('transferSize' in file ? Number(file.transferSize) : 0), 0);
  return { firstPaint, largestPaint, weight: weigh(''), scripts: weigh('.js') };
}

/**
 * Opens a page on a slow network as a new visitor, and waits until it has loaded all that it loads by itself.
 * @param part the module that must be hydrated; null where there are no scripts
 */
export async function visit(browser: Browser, url: string, part: string | null) {
  await using context = await browser.newContext(devices['Pixel 7']);
  const page = await context.newPage();
  await (await context.newCDPSession(page)).send('Network.emulateNetworkConditions', slowNetwork);
  await page.goto(url);
  const isHydrated = (mark: string) =>
    performance.getEntriesByType('mark').some(({ name }) => name.includes(mark));
  // Another checkout's may have another prefix.
  if (part) await page.waitForFunction(isHydrated, `hydrated:${part}`, { polling: 200 });
  await page.waitForLoadState('networkidle');
  return await page.evaluate(readTimeline);
}
