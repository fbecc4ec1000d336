import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { devices, type Browser, type Page, type Request } from 'playwright-core';
import { conditions, type Condition } from './figures';
import type { Noted } from './observer.mjs';

/** Milliseconds after which a visit that has not come to its end counts as failed. */
const timeLimit = 60_000;
/** Milliseconds that a finished page is left alone, so that late paints are seen. */
const restTime = 1000;
/** Milliseconds between two keys of a visitor who does not wait for anything. */
const betweenKeys = 150;
/** Keys that are pressed after the page is hydrated. */
const keysAfter = 4;
/** Keys that are pressed where nothing is hydrated. */
const keysWithoutScripts = 12;

export interface VisitPlan {
  /** Address of the page. */
  readonly url: string;
  readonly condition: Condition;
  /** The part of the page that must be hydrated, or null where there are no scripts to wait for. */
  readonly part: string | null;
  /** The visitor presses `key` on `target` from first paint on. */
  readonly press?: { readonly target: string; readonly key: string };
}

export type Visit = Awaited<ReturnType<typeof visit>>;

/** Presses a key whatever the page is busy with. @returns how often */
async function pressThrough(page: Page, key: string, hydrated: Promise<unknown> | null) {
  let keys = 0;
  let last = hydrated ? Infinity : keysWithoutScripts;
  const end = () => (last = keys + keysAfter);
  void hydrated?.then(end, end);
  while (keys < last) {
    await page.keyboard.press(key);
    keys += 1;
    await wait(betweenKeys);
  }
  return keys;
}

/**
 * Opens a page as a new visitor, does what the plan says, and notes what happened.
 * @throws Error when the page is not what is to be measured: an error in the console, as of a file that is
 *   missing, or a part that is never hydrated
 */
export async function visit(browser: Browser, { url, condition, part, press }: VisitPlan) {
  const { network, slowdown } = conditions[condition];
  await using context = await browser.newContext(devices['Pixel 7']);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  const loaded: Request[] = [];
  page.on('requestfinished', (request) => loaded.push(request));
  const marks = new EventEmitter();
  const signal = AbortSignal.timeout(timeLimit);
  const marked = (name: string) => {
    const promise = once(marks, name, { signal }).catch(() => {
      throw new Error([`${url} was not ${name} in time.`, ...errors].join(' '));
    });
    // Not every visit waits for every mark.
    promise.catch(() => undefined);
    return promise;
  };
  const ready = marked('bench:ready');
  const hydration = `hydrated:${part}`;
  const hydrated = part === null ? null : marked(hydration);
  await page.exposeFunction('benchNotify', (name: string) => void marks.emit(name));
  await page.addInitScript(`window.benchTarget = ${JSON.stringify(press?.target ?? null)}`);
  await page.addInitScript({ path: path.join(import.meta.dirname, 'observer.mjs') });
  const session = await context.newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url, { waitUntil: 'commit', timeout: timeLimit });
  let keys = 0;
  if (press) {
    await ready;
    keys = await pressThrough(page, press.key, hydrated);
  }
  await (hydrated ?? page.waitForLoadState());
  await wait(restTime);
  const readValue = (field: HTMLInputElement) =>
    field.type === 'checkbox' ? field.checked : field.value;
  const timeline = await page.evaluate(() =>
    performance.getEntries().map(({ name, startTime }) => [name, startTime] as const),
  );
  // Of entries with the same name the first counts.
  const at = new Map(timeline.reverse());
  const timeOf = (name: string) => at.get(name) ?? 0;
  if (errors.length > 0) throw new Error(`${url} wrote to the console: ${errors.join(' ')}`);
  const fcp = timeOf('first-contentful-paint');
  if (fcp === 0) throw new Error(`${url} painted nothing.`);
  let [script, wire] = [0, 0];
  for (const request of loaded) {
    const { responseBodySize: body, responseHeadersSize: headers } = await request.sizes();
    wire += body + headers;
    if (request.url().endsWith('.js')) script += body;
  }
  return {
    ...(await page.evaluate<Noted>('window.bench')),
    fcp,
    /** When the part was hydrated; 0: it was not. */
    hydrated: timeOf(hydration),
    /** When a press made at first paint had shown the annual prices; 0: it has not. */
    toggled: timeOf('bench:toggled'),
    /** Compressed bytes of all scripts, and all bytes on the wire. */
    ...{ script, wire },
    /** Keys that were pressed. */
    keys,
    /** Value of the target, or whether the switch is on, at the end. */
    value: press ? await page.locator(press.target).first().evaluate(readValue) : null,
  };
}
