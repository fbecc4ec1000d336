import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { logNetwork, type LoggedRequest } from './network-log';
import type { PageFacts } from './page-facts';

/** A telephone of the middle class, as Lighthouse's mobile runs draw it. */
const device = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/** 150 ms and 1.6 Mbps, with the 750 Kbps upwards that Lighthouse gives a slow 4G. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** Milliseconds after which a visit that has not come to its end counts as failed. */
const timeLimit = 60_000;
/** Milliseconds that a finished page is left alone, so that late paints and shifts are seen. */
const afterglow = 1000;
/** Milliseconds between two keys of a visitor who does not wait for anything. */
const betweenKeys = 150;
/** Keys that are pressed after the last part of the page has come to life. */
const keysAfter = 4;
/** Keys that are pressed where nothing comes to life. */
const keysWithoutScripts = 12;

export interface VisitPlan {
  /** Address of the page. */
  readonly url: string;
  /** How many times slower than this machine the processor is. */
  readonly slowdown: number;
  /** The part of the page that must come to life, or null where there are no scripts. */
  readonly part: string | null;
  /** What the visitor acts on from first paint, and with which key; null: only looks. */
  readonly act: { readonly target: string; readonly key: string } | null;
}

export interface Visit {
  readonly facts: PageFacts;
  readonly requests: readonly LoggedRequest[];
  /** Keys that were pressed. */
  readonly keys: number;
  /** Value of the field, or whether the switch is on, at the end. */
  readonly left: string | boolean | null;
}

const readFacts = (page: Page) => page.evaluate<PageFacts>('window.bench');

/** Fails when a promise takes longer than a visit may. */
async function inTime<T>(promise: Promise<T>, what: string): Promise<T> {
  const timer = new AbortController();
  const limit = wait(timeLimit, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`${what} did not come within ${timeLimit / 1000} s.`);
  });
  limit.catch(() => undefined);
  try {
    return await Promise.race([promise, limit]);
  } finally {
    timer.abort();
  }
}

/** A promise that somebody else settles. */
function createSignal() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

interface Signals {
  /** The page is painted and the visitor's target has the focus. */
  readonly offered: Promise<void>;
  /** The part of the page is hydrated; where there is none, the page has loaded. */
  readonly alive: Promise<void>;
}

/** Presses a key from first paint on, without a look at what the page is busy with. */
async function pressThrough(page: Page, { act, part }: VisitPlan, signals: Signals) {
  if (!act) return 0;
  await inTime(signals.offered, act.target);
  const seen = { alive: false };
  void signals.alive.then(() => {
    seen.alive = true;
  });
  const began = performance.now();
  const least = part === null ? keysWithoutScripts : 0;
  let keys = 0;
  let after = 0;
  while (after < keysAfter || keys < least) {
    await page.keyboard.press(act.key);
    keys += 1;
    if (seen.alive) after += 1;
    else if (performance.now() - began > timeLimit) break;
    await wait(betweenKeys);
  }
  return keys;
}

function checkVisit(plan: VisitPlan, { facts, requests }: Visit, errors: readonly string[]): void {
  if (errors.length > 0) throw new Error(`${plan.url} wrote to the console: ${errors.join(' ')}`);
  const failed = requests.filter(({ status }) => status >= 400);
  if (failed.length > 0) throw new Error(`${failed.map((r) => r.path).join(', ')} did not load.`);
  if (facts.fcp === 0) throw new Error(`${plan.url} painted nothing.`);
  if (plan.part !== null && facts.hydrated[plan.part] !== true) {
    throw new Error(`${plan.url}: ${plan.part} answers, but React has not hydrated it.`);
  }
}

/**
 * Opens a page as a new visitor on a slow connection, does what the plan says, and notes what happened.
 * @throws Error when the page is not what is to be measured: an error in the console, a file that is
 *   missing, a part that never comes to life or was rendered anew
 */
export async function visit(browser: Browser, plan: VisitPlan): Promise<Visit> {
  const context = await browser.newContext(device);
  try {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    const offered = createSignal();
    const alive = createSignal();
    await page.exposeFunction('benchOffered', offered.resolve);
    await page.exposeFunction('benchAlive', (part: string) => {
      if (part === plan.part) alive.resolve();
    });
    if (plan.part === null) page.once('load', () => alive.resolve());
    const signals: Signals = { offered: offered.promise, alive: alive.promise };
    await page.addInitScript(`window.benchTarget = ${JSON.stringify(plan.act?.target ?? null)}`);
    await page.addInitScript({ path: path.join(import.meta.dirname, 'observer.mjs') });
    const session = await context.newCDPSession(page);
    const requestsOf = await logNetwork(session);
    await session.send('Network.emulateNetworkConditions', network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: plan.slowdown });
    await page.goto(plan.url, { waitUntil: 'commit', timeout: timeLimit });
    const keys = await pressThrough(page, plan, signals);
    await inTime(signals.alive, plan.part ?? 'the load event').catch((error: unknown) => {
      throw new Error([String(error), ...errors].join(' '), { cause: error });
    });
    await wait(afterglow);
    const target = plan.act && JSON.stringify(plan.act.target);
    const left = target
      ? await page.evaluate<string | boolean>(
          `(({ type, checked, value }) => type === 'checkbox' ? checked : value)(document.querySelector(${target}))`,
        )
      : null;
    const seen: Visit = { facts: await readFacts(page), requests: requestsOf(), keys, left };
    checkVisit(plan, seen, errors);
    return seen;
  } finally {
    await context.close();
  }
}
