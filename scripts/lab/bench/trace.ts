import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { chosenBrowser } from '@composed/command/installed-software.mjs';
import { startProcess } from '@composed/testing/server/start-process';

/** Seconds to record. A page is quiet by then: its scripts run three seconds after the first paint. */
const duration = 7;

const event = v.object({
  name: v.string(),
  pid: v.number(),
  tid: v.number(),
  ts: v.number(),
  /** CPU time in microseconds. */
  tdur: v.optional(v.number(), 0),
  args: v.object({ data: v.optional(v.unknown()) }),
});
const schema = v.object({ traceEvents: v.array(event) });

/** Opens a page in a new browser, which records a trace for `duration`. Returns the trace. */
async function recordVisit(url: string, folder: string): Promise<string> {
  const file = path.join(folder, 'trace.json');
  const options = [
    '--headless',
    '--no-sandbox',
    `--user-data-dir=${folder}/profile`,
    '--window-size=412,840',
    '--trace-startup=loading,blink.user_timing,devtools.timeline,disabled-by-default-devtools.timeline',
    `--trace-startup-file=${file}`,
    '--trace-startup-format=json',
    `--trace-startup-duration=${duration}`,
  ];
  // Detached, so that `stop` ends the process group: Debian's executable is a shell script that starts the browser.
  const browser = startProcess(chosenBrowser() ?? 'chromium', [...options, url], {
    detached: true,
  });
  // Chromium gives the trace its final name only when it is complete.
  const deadline = Date.now() + 60_000;
  const { child } = browser;
  const isRunning = () => (child.exitCode ?? child.signalCode) === null;
  while (!existsSync(file) && isRunning() && Date.now() < deadline) await wait(200);
  await browser.stop();
  return readFile(file, 'utf8');
}

/**
 * Visits a page at the machine's full speed, and without a debugger: for the stacks that a debugger requests, V8 would
 * parse scripts again, which took 6 ms.
 * @returns the CPU time of the page's main thread in milliseconds, until the first paint and until the page is quiet
 * @throws Error when the page was not painted
 */
export async function traceVisit(url: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'traced-visit-'));
  try {
    const { traceEvents } = v.parse(schema, JSON.parse(await recordVisit(url, folder)));
    const navigation = v.object({ documentLoaderURL: v.literal(url) });
    const start = traceEvents.find(
      ({ name, args }) => name === 'navigationStart' && v.is(navigation, args.data),
    );
    const ownEvents = traceEvents.filter(
      ({ pid, tid, ts }) => pid === start?.pid && tid === start.tid && ts >= start.ts,
    );
    const paint = ownEvents.find(({ name }) => name === 'firstContentfulPaint');
    if (!paint) throw new Error(`The trace has no paint of ${url}.`);
    const tasks = ownEvents.filter(({ name }) => name === 'RunTask');
    const busyUntil = (end: number) =>
      tasks.reduce((sum, { ts, tdur }) => (ts < end ? sum + tdur / 1000 : sum), 0);
    return { firstFrame: busyUntil(paint.ts), untilQuiet: busyUntil(Infinity) };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
