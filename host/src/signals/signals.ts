import {
  releaseRecordElementId,
  signalsElementId,
} from '@shopwright/shared/contracts/page-elements';
import type { ReleaseRecord } from '@shopwright/shared/contracts/release-record';
import type { SignalledFault, Signals } from '@shopwright/shared/contracts/signals';
import { onCLS, onINP, onLCP, type Metric } from 'web-vitals';

/*
 * The script for signals, which only pages of a site that wants them name: says once, as the page is left,
 * which releases it was, what failed, when it was hydrated and how fast it was. Faults and hydration stand in
 * the performance timeline, so it does not matter how late this comes.
 */

/** As many as fit into a beacon, and its bytes (shared/contracts/signals). */
const maxFaults = 4;
const maxFrames = 8;
const maxBytes = 4096;

const vitals: Partial<Record<Metric['name'], number>> = {};
for (const observe of [onLCP, onINP, onCLS]) {
  observe(({ name, value }) => (vitals[name] = value), { reportAllChanges: true });
}

/** A cause without what stands in a field, e-mail addresses and queries: nothing that was typed leaves the page. */
function withoutTyped(cause: string): string {
  const fields = document.querySelectorAll<HTMLInputElement>('input, textarea');
  return [...fields]
    .reduce((text, { value }) => (value.length > 2 ? text.replaceAll(value, '…') : text), cause)
    .replace(/\S+@\S+|\?\S+/g, '…');
}

/** Places in the site's own files, without the rest of their addresses and of the stack. */
function framesOf(stack: string, most: number): string[] {
  const own = /\/assets\/([\w-]+\/[\w./-]{1,100}\.js)(?:\?\w+=\d+)?(:\d{1,7}:\d{1,8})/g;
  return [...stack.matchAll(own)].slice(0, most).map(([, file = '', at = '']) => file + at);
}

function read(mostFrames: number): Signals {
  const marks = performance.getEntriesByType('mark') as PerformanceMark[];
  const hydrated: Record<string, number> = {};
  const faults: SignalledFault[] = [];
  for (const mark of marks) {
    const { name, startTime } = mark;
    const [kind, part = ''] = name.split(':');
    if (kind === 'hydrated') hydrated[part] = Math.round(startTime);
    if (kind === 'failed' && faults.length < maxFaults) {
      const { stack = '', ...fault } = mark.detail as SignalledFault & { readonly stack?: string };
      const frames = framesOf(stack, mostFrames);
      faults.push({
        ...{ ...fault, cause: withoutTyped(fault.cause) },
        ...(frames.length > 0 ? { frames } : {}),
      });
    }
  }
  const slots = [...document.querySelectorAll<HTMLElement>('[data-slot]')];
  const parts = ['page', ...slots.map(({ dataset }) => dataset['slot'] ?? '')];
  const remotes = Object.entries(record.remotes).map(
    ([app, { version }]) => [app, version] as const,
  );
  const { LCP, INP, CLS } = vitals;
  const [navigation] = performance.getEntriesByType('navigation');
  return {
    releases: { host: record.host, ...Object.fromEntries(remotes) },
    faults,
    hydrated,
    age: Math.floor(performance.now() - (navigation?.responseStart ?? 0)),
    complete: parts.every((part) => part in hydrated),
    ...(LCP === undefined ? {} : { lcp: Math.round(LCP) }),
    ...(INP === undefined ? {} : { inp: Math.round(INP) }),
    ...(CLS === undefined ? {} : { cls: CLS }),
  };
}

const { url = '' } = document.getElementById(signalsElementId)?.dataset ?? {};
const record = JSON.parse(
  document.getElementById(releaseRecordElementId)?.textContent ?? '',
) as ReleaseRecord;

const leaving = new AbortController();
function send(): void {
  if (document.visibilityState !== 'hidden') return;
  leaving.abort();
  let body = '';
  for (let most = maxFrames; most >= 0; most -= 1) {
    body = JSON.stringify(read(most));
    if (new TextEncoder().encode(body).length <= maxBytes) break;
  }
  // A text is sent as text/plain, for which no other origin is asked beforehand.
  navigator.sendBeacon(url, body);
}
// Of a page that is closed in the background of a phone, browsers say no more than that it is hidden.
document.addEventListener('visibilitychange', send, { signal: leaving.signal });
