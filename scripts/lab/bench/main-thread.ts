import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { chosenBrowser } from '@composed/command/browser.mjs';
import { terminal } from '@composed/command/output';
import { again } from './again';
import type { Sample } from './metrics';
import type { VariantSites } from './sites';
import { inTurn } from './variants';

/** Seconds in which a page is hydrated and quiet: its scripts run three seconds after the first paint. */
const duration = 7;

const event = v.object({
  ...{ name: v.string(), pid: v.number(), tid: v.number(), ts: v.number() },
  /** Microseconds of the processor. */
  tdur: v.optional(v.number(), 0),
  args: v.object({ data: v.optional(v.unknown()) }),
});
const traceSchema = v.object({ traceEvents: v.array(event) });
const navigation = (url: string) => v.object({ documentLoaderURL: v.literal(url) });

/** Opens a page in a browser of its own, which records its work for `duration`. */
async function recordVisit(url: string, folder: string): Promise<string> {
  const file = path.join(folder, 'trace.json');
  const options = [
    ...['--headless', '--disable-gpu', '--no-sandbox', '--no-first-run'],
    ...[`--user-data-dir=${folder}/profile`, '--window-size=412,840'],
    '--trace-startup=devtools.timeline,disabled-by-default-devtools.timeline,blink.user_timing',
    ...[`--trace-startup-file=${file}`, '--trace-startup-format=json'],
    `--trace-startup-duration=${duration}`,
  ];
  const browser = spawn(chosenBrowser() ?? 'chromium', [...options, url], {
    ...{ stdio: 'ignore', timeout: 60_000 },
  });
  const ended = once(browser, 'exit');
  // The trace has this name once it is whole.
  while (!existsSync(file) && (browser.exitCode ?? browser.signalCode) === null) await wait(200);
  browser.kill();
  await ended;
  return readFile(file, 'utf8');
}

/**
 * Visits a page with no tool attached to it: for the stacks that such a tool asks for, V8 parses scripts once more,
 * which took a page 6 ms.
 * @param parts must be hydrated; a part in a part has its place behind its name
 * @returns milliseconds of the processor of the page’s main thread, from the first byte until it is quiet
 * @throws Error when the page was not visited, or a part not hydrated
 */
export async function traceVisit(url: string, parts: readonly string[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'traced-visit-'));
  try {
    const text = await recordVisit(url, folder);
    const { traceEvents } = v.parse(traceSchema, JSON.parse(text));
    const start = traceEvents.find(
      ({ name, args }) => name === 'navigationStart' && v.is(navigation(url), args.data),
    );
    if (!start) throw new Error(`The trace has no visit of ${url}.`);
    const own = traceEvents.filter(
      ({ pid, tid, ts }) => pid === start.pid && tid === start.tid && ts >= start.ts,
    );
    for (const part of parts)
      if (!own.some(({ name }) => name.startsWith(`hydrated:${part}`)))
        throw new Error(`${part} was not hydrated at ${url}.`);
    const time = (...names: readonly string[]) =>
      own.reduce((sum, { name, tdur }) => (names.includes(name) ? sum + tdur / 1000 : sum), 0);
    return { busy: time('RunTask'), rendering: time('UpdateLayoutTree', 'Layout') };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Visits `/` and `/terms` of every variant in turn, each round in another order. */
export async function traceVisits(urls: VariantSites['urls'], rounds: number) {
  const samples: Sample[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const variant of inTurn(round)) {
      const parts = variant === 'scriptless' ? [] : ['page', 'pricing/PricingSection'];
      const visit = (address: string, hydrated: readonly string[]) =>
        again(() => traceVisit(`${urls[variant]}${address}`, hydrated));
      const { busy, rendering } = await visit('/', parts);
      const terms = await visit('/terms', []);
      const metrics = { '/ busy': busy, '/ rendering': rendering, '/terms busy': terms.busy };
      samples.push({ condition: 'untouched', variant, metrics });
    }
    terminal.write(`traces, round ${round + 1} of ${rounds}\n`);
  }
  return samples;
}
