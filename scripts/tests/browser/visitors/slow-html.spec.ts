import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../../helpers/fixtures';
import { sendRequest } from '@composed/testing/server/send-request';
import { startUpstream } from '@composed/testing/server/upstream';
import { observePage } from '../fault-gallery/fault-fixtures';

// The HTML of a page pauses in the middle: what has arrived can be used, and does not move.

/** The site at `origin`, of which the HTML of one path pauses for `pause` milliseconds at `cut()`. */
const startPausing = (origin: string, path: string, pause: number, cut: () => number) =>
  startUpstream(async (response, asked) => {
    const { status, headers, bytes } = await sendRequest(origin, { path: asked.path });
    response.writeHead(status, headers);
    if (asked.path !== path) return response.end(bytes);
    response.write(bytes.subarray(0, cut()));
    await sleep(pause);
    return response.end(bytes.subarray(cut()));
  });

/** Offsets that cut an element of a page into so many pieces. */
function cutsOf(html: Buffer, name: string, pieces: number): number[] {
  const start = html.indexOf(`<${name}`);
  const end = html.indexOf(`</${name}>`);
  const cuts = Array.from({ length: pieces - 1 }, (_, n) => ((end - start) * (n + 1)) / pieces);
  return cuts.map((offset) => start + Math.round(offset));
}

for (const path of ['/', '/signup']) {
  test(`${path} does not move while its HTML arrives`, async ({ page, site, request }) => {
    const html = await (await request.get(path)).body();
    const cuts = [
      ...cutsOf(html, 'header', 5),
      ...cutsOf(html, 'main', 6),
      ...cutsOf(html, 'footer', 3),
    ];
    let cut = 0;
    const proxy = await startPausing(site.url, path, 200, () => cut);
    await page.addInitScript(observePage);
    const shifts = [];
    for (cut of cuts) {
      await page.goto(proxy.url + path, { waitUntil: 'load' });
      shifts.push(...(await page.evaluate(() => window.observations.shifts)));
    }
    expect(shifts).toEqual([]);
    await page.close();
    await proxy.stop();
  });
}

/** @returns milliseconds from the first paint of a page that nobody touches until all of it is hydrated */
async function untouched(page: Page): Promise<number> {
  const hydrated = await page.waitForFunction(() => {
    const slotName = document.querySelector('[data-slot]')?.getAttribute('data-slot');
    const names = [
      'composed:hydrated:page',
      `composed:hydrated:${slotName}`,
      'first-contentful-paint',
    ];
    const [page, slot, paint] = names.map((name) => performance.getEntriesByName(name)[0]);
    return page && slot && paint ? { after: page.startTime - paint.startTime } : null;
  });
  return (await hydrated.jsonValue())?.after ?? NaN;
}

for (const path of ['/', '/signup']) {
  test(`${path} is hydrated when nobody has touched it for a while, and not sooner`, async ({
    page,
  }) => {
    await page.goto(path);
    expect(await untouched(page)).toBeGreaterThan(2900);
  });
}

for (const [position, text] of [
  ['the end of the head', '</head>'],
  ['the remote in it', '<div data-slot'],
] as const) {
  test(`a page that pauses before ${position} is hydrated without a touch`, async ({
    page,
    site,
    request,
  }) => {
    const cut = (await (await request.get('/')).body()).indexOf(text);
    expect(cut).toBeGreaterThan(0);
    // The pause is longer than the page waits for its first paint.
    const proxy = await startPausing(site.url, '/', 1500, () => cut);
    await page.goto(proxy.url);
    await untouched(page);
    await page.close();
    await proxy.stop();
  });
}
