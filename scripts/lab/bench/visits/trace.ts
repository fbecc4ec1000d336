import * as v from 'valibot';
import type { Figures } from './samples';

/** What `readTrace` needs Chromium to note. */
export const traceCategories = [
  '-*',
  'blink.user_timing',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'loading',
];

/** Milliseconds after navigation within which recalculations and layouts are counted. */
export const countedTime = 3000;

/** `ts` (when it began) and `dur` are microseconds. */
const event = v.object({
  name: v.string(),
  pid: v.number(),
  tid: v.number(),
  ts: v.number(),
  dur: v.optional(v.number(), 0),
});
const schema = v.object({ traceEvents: v.array(event) });
type TraceEvent = v.InferOutput<typeof event>;

/** Milliseconds that at least one of the events was under way; a layout may recalculate styles inside. */
function timeCovered(events: readonly TraceEvent[]): number {
  let covered = 0;
  let end = 0;
  for (const { ts, dur } of [...events].sort((a, b) => a.ts - b.ts)) {
    covered += Math.max(0, ts + dur - Math.max(ts, end));
    end = Math.max(end, ts + dur);
  }
  return covered / 1000;
}

/**
 * What the page's main thread did.
 * @param trace of one navigation, as Chromium writes it
 * @throws Error when the page painted nothing in it
 */
export function readTrace(trace: Buffer): Figures {
  const { traceEvents } = v.parse(schema, JSON.parse(trace.toString('utf8')));
  const paint = traceEvents.find(({ name }) => name === 'firstContentfulPaint');
  if (!paint) throw new Error('There is no first paint in the trace.');
  const own = traceEvents.filter(({ pid, tid }) => pid === paint.pid && tid === paint.tid);
  const starts = own.filter(({ name, ts }) => name === 'navigationStart' && ts < paint.ts);
  const started = Math.max(...starts.map(({ ts }) => ts));
  const named = (name: string) => own.filter((each) => each.name === name && each.ts >= started);
  const styles = named('UpdateLayoutTree');
  const layouts = named('Layout');
  const isCounted = ({ ts }: TraceEvent) => ts < started + countedTime * 1000;
  return {
    styleAndLayout: timeCovered([...styles, ...layouts].filter(({ ts }) => ts < paint.ts)),
    styles: styles.filter(isCounted).length,
    layouts: layouts.filter(isCounted).length,
    longestTask: Math.max(0, ...named('RunTask').map(({ dur }) => dur / 1000)),
  };
}
