import { pinsElementId, telemetryElementId } from '@composed/contracts/page-elements';
import type { Pins } from '@composed/contracts/pins';
import type { ReportedFault, Telemetry } from '@composed/contracts/telemetry';
import { onCLS, onINP, onLCP, type Metric } from 'web-vitals';
import { appIn, framesOf } from '../error-reporting/frames';
import type { FaultReport } from '../error-reporting/report-fault';
import { modules, nameOf } from '../page-roots';

/*
 * The script for telemetry; only pages of a site that wants them name it. As a page is left, it sends once: its
 * releases, what failed, when it was hydrated, how fast it was. Faults and hydration stand in the performance
 * timeline, so the script may come late.
 */

/** Faults and frames that fit into a beacon, and its bytes (shared/platform/contracts/src/telemetry.ts). */
const maxFaults = 4;
const maxFrames = 8;
const maxBytes = 4096;

const vitals: Partial<Record<Metric['name'], Metric>> = {};
for (const observe of [onLCP, onINP, onCLS]) {
  observe((metric) => (vitals[metric.name] = metric), { reportAllChanges: true });
}

/** Milliseconds that a press may wait: what https://web.dev/articles/inp calls good. */
const goodPress = 200;

/** The app whose script the slowest press waited for, if the wait was long and the browser names the script. */
function slowApp(): string | null {
  const [press] = (vitals.INP?.entries ?? []) as PerformanceEventTiming[];
  if (!press || press.duration <= goodPress) return null;
  const frames = performance.getEntriesByType('long-animation-frame');
  const [longest] = (frames as PerformanceLongAnimationFrameTiming[])
    .filter(({ startTime, duration }) => startTime + duration > press.startTime)
    .filter(({ startTime }) => startTime < press.startTime + press.duration)
    .flatMap(({ scripts }) => scripts)
    .sort((a, b) => b.duration - a.duration);
  if (!longest) return null;
  // The host’s React calls the handlers of every app, so the pressed place tells whose handler it was.
  const isHandler = longest.invokerType === 'event-listener';
  const pressed = isHandler ? (press.target as Element | null) : null;
  const module = pressed?.closest<HTMLElement>(modules);
  return (module && nameOf(module).split('/')[0]) ?? appIn(longest.sourceURL);
}

/** Messages of engines and of React, which hold names of the code and numbers. */
const knownMessage =
  /^(?:(?:Type|Range|Reference)Error: (?:Cannot (?:read|set) propert|can't access property|Can't find variable: |[\w$.]+ (?:is not (?:a |an |defined|iterable)|is (?:undefined|null))|Maximum call stack|Invalid array length)|InternalError: too much recursion|Error: Minified React error #\d)/;

/**
 * A cause as it may leave the page. A team’s message may hold what a visitor typed, so of it the error’s name is told
 * alone; of an engine’s or React’s message, what comes before a quotation mark.
 */
function toldOf(cause: string, stack: string): string {
  if (knownMessage.test(cause)) return cause.replace(/["'`“‘].*/s, '…');
  const [name] = /^\w{0,40}(?:Error|Exception)(?=:)/.exec(cause) ?? [];
  return stack === '' ? 'no error' : (name ?? 'Error');
}

/** https://wicg.github.io/nav-speculation/prerendering.html; Chromium alone says it. */
interface ActivatedNavigation extends PerformanceNavigationTiming {
  readonly activationStart?: number;
}

/** A page that was rewritten on its way: its inline bootstrap has brought the files of styles that its policy refused. */
const rewritten = () =>
  [...document.querySelectorAll('style')].every(({ sheet }) => sheet)
    ? []
    : [
        {
          ...{ app: 'host', version: pins.host, expose: './rewritten-page' },
          ...{ stage: 'style', cause: 'no error' },
        },
      ];

function read(frameLimit: number): Telemetry {
  const marks = performance.getEntriesByType('mark') as PerformanceMark[];
  const [navigation] = performance.getEntriesByType('navigation') as ActivatedNavigation[];
  // The visit of a page that was prerendered begins when it is shown.
  const activation = navigation?.activationStart ?? 0;
  const hydrated: Record<string, number> = {};
  const faults: ReportedFault[] = rewritten();
  for (const mark of marks) {
    const { name, startTime } = mark;
    const [kind, part = ''] = name.split(':');
    // A part that has healed is marked again.
    if (kind === 'hydrated') hydrated[part] ??= Math.round(Math.max(0, startTime - activation));
    if (kind === 'failed' && faults.length < maxFaults) {
      const { stack, ...fault } = mark.detail as FaultReport;
      const frames = framesOf(stack, frameLimit);
      faults.push({
        ...{ ...fault, cause: toldOf(fault.cause, stack) },
        ...(frames.length > 0 ? { frames } : {}),
      });
    }
  }
  const parts = ['page', ...[...document.querySelectorAll<HTMLElement>(modules)].map(nameOf)];
  const remotes = Object.entries(pins.remotes).map(([app, { version }]) => [app, version] as const);
  const { LCP, INP, CLS } = vitals;
  const slow = slowApp();
  const began = Math.max(activation, navigation?.responseStart ?? 0);
  return {
    releases: { host: pins.host, ...Object.fromEntries(remotes) },
    faults,
    hydrated,
    age: Math.floor(performance.now() - began),
    complete: parts.every((part) => part in hydrated),
    ...(LCP === undefined ? {} : { lcp: Math.round(LCP.value) }),
    ...(INP === undefined ? {} : { inp: Math.round(INP.value) }),
    ...(CLS === undefined ? {} : { cls: CLS.value }),
    ...(slow === null ? {} : { slow }),
  };
}

const { url = '' } = document.getElementById(telemetryElementId)?.dataset ?? {};
const pins = JSON.parse(document.getElementById(pinsElementId)?.textContent ?? '') as Pins;

const leaving = new AbortController();
function send(): void {
  if (document.visibilityState !== 'hidden') return;
  leaving.abort();
  let body = '';
  for (let frames = maxFrames; frames >= 0; frames -= 1) {
    body = JSON.stringify(read(frames));
    if (new TextEncoder().encode(body).length <= maxBytes) break;
  }
  // A text is sent as text/plain, for which no other origin is asked beforehand.
  navigator.sendBeacon(url, body);
}
// A page that is closed in the background of a phone hears no more than that it is hidden.
document.addEventListener('visibilitychange', send, { signal: leaving.signal });
