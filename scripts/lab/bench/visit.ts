import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { devices, type Browser, type Page, type Request } from 'playwright-core';
import { conditions, type Condition } from './metrics';
import type { Noted } from './observer.mjs';

/** Milliseconds that a finished page is left alone, so that late paints are seen. */
const restTime = 1000;
/** Milliseconds between two keys of a visitor who does not wait for anything. */
const betweenKeys = 50;
/** Number of keys pressed, so that one falls into each 50 ms of hydration. Pages are hydrated by half of them. */
export const keys = 51;

export interface VisitPlan {
  /** Address of the page. */
  readonly url: string;
  readonly condition: Condition;
  /** How many times slower the phone's processor is than this machine's. */
  readonly slowdown: number;
  /** The part of the page that must be hydrated as soon as it can be, or null where there are no scripts to wait for. */
  readonly part: string | null;
  /** From first paint on `key` is pressed on `target`, which then holds this text, or is on or off. */
  readonly press?: {
    readonly target: string;
    readonly key: string;
    readonly leaves: string | boolean;
  };
}

export type Visit = Awaited<ReturnType<typeof visit>>;

const readValue = (field: HTMLInputElement) =>
  field.type === 'checkbox' ? field.checked : field.value;

/** Runs in the page: a pointer moves at first paint, since scripts wait for a visitor who wants them. */
function wantPage() {
  new PerformanceObserver(() => void window.dispatchEvent(new Event('pointermove'))).observe({
    type: 'paint',
    buffered: true,
  });
}

/** Presses from the first paint on, while the page is busy. */
async function pressThrough(page: Page, { target, key }: NonNullable<VisitPlan['press']>) {
  // The control may not be parsed yet, or be far below the first screen and without a layout.
  await page.waitForFunction((selector) => {
    if (performance.getEntriesByName('first-contentful-paint').length === 0) return false;
    const control = document.querySelector<HTMLElement>(selector);
    control?.focus({ preventScroll: true });
    return control && document.activeElement === control;
  }, target);
  for (let pressed = 0; pressed < keys; pressed += 1) {
    await page.keyboard.press(key);
    await wait(betweenKeys);
  }
}

/**
 * Opens a page as a new visitor, follows the plan, and notes times and sizes.
 * @throws Error when the page is not what is to be measured: an error in the console, as of a file that is
 * missing, a part that is never hydrated, or a press that is lost
 */
export async function visit(
  browser: Browser,
  { url, condition, slowdown, part, press }: VisitPlan,
) {
  const { network, processor } = conditions[condition];
  await using context = await browser.newContext(devices['Pixel 7']);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  const loaded: Request[] = [];
  page.on('requestfinished', (request) => loaded.push(request));
  const hydration = `hydrated:${part}`;
  // The page tells it: asking a page while it loads would slow it down.
  const hydrated = part && page.waitForEvent('console', (message) => message.text() === hydration);
  await page.addInitScript({ path: path.join(import.meta.dirname, 'observer.mjs') });
  if (part) await page.addInitScript(wantPage);
  const session = await context.newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', {
    rate: processor === 'phone' ? slowdown : 1,
  });
  const act = async () => {
    await page.goto(url, { waitUntil: 'commit' });
    if (press) await pressThrough(page, press);
  };
  await Promise.all([hydrated, act()]);
  await page.waitForLoadState();
  await wait(restTime);
  const timeline = await page.evaluate(() =>
    performance.getEntries().map(({ name, startTime }) => [name, startTime] as const),
  );
  // The first of several entries with the same name counts.
  const at = new Map(timeline.reverse());
  const timeOf = (name: string) => at.get(name) ?? 0;
  if (press) {
    const left = await page.locator(press.target).first().evaluate(readValue);
    if (left !== press.leaves) throw new Error(`${keys} presses left "${left}" at ${url}.`);
  }
  if (errors.length > 0) throw new Error(`${url} wrote to the console: ${errors.join(' ')}`);
  const fcp = timeOf('first-contentful-paint');
  if (fcp === 0) throw new Error(`${url} painted nothing.`);
  let [html, script, wire] = [0, 0, 0];
  for (const request of loaded) {
    const { responseBodySize: body, responseHeadersSize: headers } = await request.sizes();
    wire += body + headers;
    if (request.isNavigationRequest()) html += body;
    if (request.url().endsWith('.js')) script += body;
  }
  return {
    ...(await page.evaluate<Noted>('window.bench')),
    fcp,
    /** When the part was hydrated; 0: it was not. */
    hydrated: timeOf(hydration),
    /** When a press made at first paint had shown the annual prices; 0: it has not. */
    toggled: timeOf('bench:toggled'),
    /** Compressed bytes of the document and of all scripts, and all bytes on the wire. */
    ...{ html, script, wire },
  };
}
