import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { logNetwork, type LoggedRequest } from './network-log';
import type { PageFacts } from './observer.mjs';
import { conditions, type Condition, type Figures } from './samples';
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

export interface Visit {
  readonly facts: PageFacts;
  readonly requests: readonly LoggedRequest[];
  /** Keys that were pressed. */
  readonly keys: number;
  /** Value of the target, or whether the switch is on, at the end. */
  readonly value: string | boolean | null;
  /** What the trace says; empty without one. */
  readonly traced: Figures;
}

/** Presses a key whatever the page is busy with. @returns how often */
async function pressThrough(page: Page, key: string, hydrated: Promise<unknown> | null) {
  const limit = performance.now() + timeLimit;
  let keys = 0;
  let last = hydrated ? Infinity : keysWithoutScripts;
  void hydrated?.then(() => (last = keys + keysAfter));
  while (keys < last && performance.now() < limit) {
    await page.keyboard.press(key);
    keys += 1;
    await wait(betweenKeys);
  }
  return keys;
}

function checkVisit({ url, part }: VisitPlan, { facts, requests }: Visit, errors: string[]): void {
  const failed = requests.filter(({ status }) => status >= 400);
  if (failed.length > 0) throw new Error(`${failed.map((r) => r.path).join(', ')} did not load.`);
  if (errors.length > 0) throw new Error(`${url} wrote to the console: ${errors.join(' ')}`);
  if (facts.fcp === 0) throw new Error(`${url} painted nothing.`);
  if (part !== null && facts.hydrated === 0) throw new Error(`${url}: ${part} was not hydrated.`);
}

/**
 * Opens a page as a new visitor, does what the plan says, and notes what happened.
 * @throws Error when the page is not what is to be measured: an error in the console, a file that is
 *   missing, a part that is never hydrated
 */
export async function visit(browser: Browser, plan: VisitPlan): Promise<Visit> {
  const { url, part, press, follow, trace = false } = plan;
  const { network, slowdown } = conditions[plan.condition];
  await using context = await browser.newContext(device);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  const emitter = new EventEmitter();
  const signal = AbortSignal.timeout(timeLimit);
  const event = (name: string) => {
    const promise = once(emitter, name, { signal }).catch(() => {
      throw new Error([`${url} was not ${name} in time.`, ...errors].join(' '));
    });
    // Not every visit waits for every event.
    promise.catch(() => undefined);
    return promise;
  };
  const [ready, hydrated, followed] = [event('ready'), event('hydrated'), event('followed')];
  await page.exposeFunction('benchNotify', (name: string) => void emitter.emit(name));
  const target = press?.target ?? follow?.target ?? null;
  const forPage = JSON.stringify({ part, target, link: follow?.link ?? null });
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
    keys = await pressThrough(page, press.key, part === null ? null : hydrated);
  }
  await hydrated;
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
  const seen: Visit = {
    facts: await page.evaluate<PageFacts>('window.bench'),
    requests: requestsOf(),
    keys,
    value: press ? await page.locator(press.target).first().evaluate(readValue) : null,
    traced: trace ? readTrace(await browser.stopTracing()) : {},
  };
  checkVisit(plan, seen, errors);
  return seen;
}
