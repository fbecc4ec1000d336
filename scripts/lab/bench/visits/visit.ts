import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { logNetwork } from './network-log';
import type { Noted } from './observer.mjs';
import { conditions, type Condition } from './samples';
import { countedTime, readTrace, traceCategories } from './trace';

/** A phone of the middle class, as Lighthouse's mobile runs emulate it. */
const device = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/** Milliseconds after which a visit that has not come to its end counts as failed. */
const timeLimit = 60_000;
/** Milliseconds that a finished page is left alone, so that late paints and shifts are seen. */
const restTime = 1000;
/** Milliseconds between two keys of a visitor who does not wait for anything. */
const betweenKeys = 150;
/** Keys that are pressed after the page is hydrated. */
const keysAfter = 4;
/** Keys that are pressed where nothing is hydrated. */
const keysWithoutScripts = 12;
/** Milliseconds that a pointer rests on a link before the click. */
const hoverTime = 100;

export interface VisitPlan {
  /** Address of the page. */
  readonly url: string;
  readonly condition: Condition;
  /** The part of the page that must be hydrated, or null where there are no scripts to wait for. */
  readonly part: string | null;
  /** The visitor presses `key` on `target` from first paint on. */
  readonly press?: { readonly target: string; readonly key: string };
  /** The visitor clicks `link` once the page is hydrated, and waits for `target`. */
  readonly follow?: { readonly link: string; readonly target: string };
  /** Notes style, layout and tasks, which slows the page down a little. */
  readonly trace?: boolean;
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
 * @throws Error when the page is not what is to be measured: an error in the console, a file that is
 *   missing, a part that is never hydrated
 */
export async function visit(browser: Browser, plan: VisitPlan) {
  const { url, part, press, follow, trace = false } = plan;
  const { network, slowdown } = conditions[plan.condition];
  await using context = await browser.newContext(device);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
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
  const [ready, followed] = [marked('bench:ready'), marked('bench:followed')];
  const hydration = `hydrated:${part}`;
  const hydrated = part === null ? null : marked(hydration);
  await page.exposeFunction('benchNotify', (name: string) => void marks.emit(name));
  const target = press?.target ?? follow?.target ?? null;
  const forPage = JSON.stringify({ target, follows: follow !== undefined });
  await page.addInitScript(`window.benchPlan = ${forPage}`);
  await page.addInitScript({ path: path.join(import.meta.dirname, 'observer.mjs') });
  const session = await context.newCDPSession(page);
  const requestsOf = await logNetwork(session);
  if (network) await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  if (trace) await browser.startTracing(page, { categories: traceCategories });
  await page.goto(url, { waitUntil: 'commit', timeout: timeLimit });
  let keys = 0;
  if (press) {
    await ready;
    keys = await pressThrough(page, press.key, hydrated);
  }
  await (hydrated ?? page.waitForLoadState());
  await wait(trace ? countedTime : restTime);
  if (follow) {
    const link = page.locator(follow.link).first();
    await link.hover();
    await wait(hoverTime);
    await link.click();
    await followed;
  }
  const readValue = (field: HTMLInputElement) =>
    field.type === 'checkbox' ? field.checked : field.value;
  const timeline = await page.evaluate(() =>
    performance.getEntries().map(({ name, startTime }) => [name, startTime] as const),
  );
  // Of entries with the same name the first counts.
  const at = new Map(timeline.reverse());
  const timeOf = (name: string) => at.get(name) ?? 0;
  const requests = requestsOf();
  const failed = requests.filter(({ status }) => status >= 400);
  if (failed.length > 0) throw new Error(`${failed.map((r) => r.path).join(', ')} did not load.`);
  if (errors.length > 0) throw new Error(`${url} wrote to the console: ${errors.join(' ')}`);
  const fcp = timeOf('first-contentful-paint');
  if (fcp === 0) throw new Error(`${url} painted nothing.`);
  return {
    ...(await page.evaluate<Noted>('window.bench')),
    fcp,
    /** When the part was hydrated; 0: it was not. */
    hydrated: timeOf(hydration),
    /** When a press made at first paint had shown the annual prices; 0: it has not. */
    toggled: timeOf('bench:toggled'),
    /** Milliseconds from a click on the link until its target was shown. */
    followed: timeOf('bench:followed') - timeOf('bench:clicked'),
    requests,
    /** Keys that were pressed. */
    keys,
    /** Value of the target, or whether the switch is on, at the end. */
    value: press ? await page.locator(press.target).first().evaluate(readValue) : null,
    /** What the trace says; empty without one. */
    traced: trace ? readTrace(await browser.stopTracing()) : {},
  };
}
