import type { CDPSession } from '@playwright/test';
import * as v from 'valibot';
import { expect, test } from '../../helpers/fixtures';

// The work of a page’s main thread, counted in elements. How they fall into frames differs with the machine: sums have
// some room, though none for doing the work twice.

const rendering = v.object({
  name: v.picklist(['UpdateLayoutTree', 'Layout']),
  args: v.object({
    elementCount: v.optional(v.number()),
    beginData: v.object({ frame: v.string(), dirtyObjects: v.optional(v.number()) }),
  }),
});

/**
 * Counts styles and layouts from now on, without the small ones of an animation or a word.
 * @returns ends it; for each time that it was done, of how many elements the styles were found, and how many boxes
 *   were laid out
 */
async function countRendering(session: CDPSession) {
  const counted: v.InferOutput<typeof rendering>['args'][] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) {
      const { success, output } = v.safeParse(rendering, event);
      if (success) counted.push(output.args);
    }
  });
  const complete = new Promise((resolve) => void session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  });
  return async () => {
    await session.send('Tracing.end');
    await complete;
    // Pictures are documents of their own.
    const frame = counted.find(({ elementCount = 0 }) => elementCount > 100)?.beginData.frame;
    const ofPage = counted.filter(({ beginData }) => beginData.frame === frame);
    const many = (counts: readonly number[]) => counts.filter((count) => count > 30);
    return {
      styles: many(ofPage.map(({ elementCount = 0 }) => elementCount)),
      boxes: many(ofPage.map(({ beginData }) => beginData.dirtyObjects ?? 0)),
    };
  };
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

test.use({ viewport: { width: 412, height: 823 } });

for (const { path, styles, boxes, asked } of [
  { path: '/', styles: { most: 240, sum: 570 }, boxes: { most: 285, sum: 800 }, asked: 0 },
  // The form looks whether cookies are let in.
  { path: '/signup', styles: { most: 160, sum: 200 }, boxes: { most: 210, sum: 260 }, asked: 2 },
  { path: '/terms', styles: { most: 140, sum: 170 }, boxes: { most: 180, sum: 200 }, asked: 0 },
]) {
  test(`${path} is styled and laid out once, in frames of few elements`, async ({
    page,
    browser,
  }) => {
    // Whoever asks for one first waits for the browser's process and disk.
    await page.addInitScript(() => {
      const get = () => void performance.mark('asked for storage');
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { get, configurable: true });
    });
    const end = await countRendering(await browser.newBrowserCDPSession());
    await page.goto(path);
    await expect(page.locator('html')).not.toHaveAttribute('data-below');
    await page.mouse.move(200, 200);
    await page.waitForFunction(
      () => performance.getEntriesByName('composed:hydrated:page').length > 0,
    );
    const readAsked = () => performance.getEntriesByName('asked for storage').length;
    expect(await page.evaluate(readAsked)).toBe(asked);
    const counted = await end();
    expect(Math.max(...counted.styles)).toBeLessThan(styles.most);
    expect(sum(counted.styles)).toBeLessThan(styles.sum);
    expect(Math.max(...counted.boxes)).toBeLessThan(boxes.most);
    expect(sum(counted.boxes)).toBeLessThan(boxes.sum);
  });
}
