import {
  beaconBytes,
  beaconFaults,
  beaconFrames,
  pinsElementId,
  telemetryElementId,
} from '@composed/contracts/page-elements';
import type { Pins } from '@composed/contracts/pins';
import { appOf } from '@composed/contracts/remote-names';
import type { ReportedFault, Telemetry } from '@composed/contracts/telemetry';
import { onCLS, onINP, onLCP, type Metric } from 'web-vitals';
import { appIn, framesOf } from '../error-reporting/frames';
import type { FaultReport } from '../error-reporting/report-fault';
import { failedMark, hydratedMark, moduleSelector, nameOf } from '@composed/contracts/page-roots';

/*
 * The script for telemetry; only pages of a site that wants it have it. As a page is left, it sends once: its releases,
 * what failed, whether all of it was hydrated, how fast it was. It reads faults and hydration from the performance
 * timeline, so it may load late.
 */

const vitals: Partial<Record<Metric['name'], Metric>> = {};
for (const observe of [onLCP, onINP, onCLS]) {
  observe((metric) => (vitals[metric.name] = metric), { reportAllChanges: true });
}

/** The longest delay of a press, in milliseconds, that https://web.dev/articles/inp calls good. */
const goodPress = 200;

/** The app whose script delayed the slowest press, if the delay was long and the browser names the script. */
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
  // The host’s React calls the handlers of every app, so the handler's app follows from the pressed element.
  const isHandler = longest.invokerType === 'event-listener';
  const control = isHandler ? (press.target as Element | null) : null;
  const module = control?.closest<HTMLElement>(moduleSelector);
  return module ? appOf(nameOf(module)) : appIn(longest.sourceURL);
}

/** Messages of engines and of React, which hold names of the code and numbers. */
const knownMessage =
  /^(?:(?:Type|Range|Reference)Error: (?:Cannot (?:read|set) propert|can't access property|Can't find variable: |[\w$.]+ (?:is not (?:a |an |defined|iterable)|is (?:undefined|null))|Maximum call stack|Invalid array length)|InternalError: too much recursion|Error: Minified React error #\d)/;

/**
 * A cause without text that a visitor may have typed. Of a team’s message only the error’s name is sent; of an engine’s
 * or React’s, the text before its first quotation mark.
 */
function reportableCause(cause: string, stack: string): string {
  if (knownMessage.test(cause)) return cause.replace(/["'`“‘].*/s, '…');
  const [name] = /^\w{0,40}(?:Error|Exception)(?=:)/.exec(cause) ?? [];
  return stack === '' ? 'no error' : (name ?? 'Error');
}

/** https://wicg.github.io/nav-speculation/prerendering.html; Chromium alone says it. */
interface ActivatedNavigation extends PerformanceNavigationTiming {
  readonly activationStart?: number;
}

/**
 * Reports a page that was rewritten on its way: its policy refused the changed styles, and its bootstrap has loaded
 * their files.
 */
function rewritten(): ReportedFault[] {
  if ([...document.querySelectorAll('style')].every(({ sheet }) => sheet)) return [];
  const expose = './rewritten-page';
  return [{ app: 'host', version: pins.host, expose, stage: 'style', cause: 'no error' }];
}

/** A name in the characters that the collector accepts. */
const nameIn = (text: string) => text.replace(/[^\w./-]/g, '_').slice(0, 80) || 'unnamed';

/** A fault without anything that a visitor may have typed. */
function toReport({ stack, ...fault }: FaultReport): ReportedFault {
  const frames = framesOf(stack, beaconFrames);
  return {
    app: nameIn(fault.app),
    version: nameIn(fault.version),
    expose: nameIn(fault.expose),
    stage: fault.stage,
    cause: reportableCause(fault.cause, stack),
    ...(frames.length > 0 ? { frames } : {}),
  };
}

function read(): Telemetry {
  const marks = performance.getEntriesByType('mark') as PerformanceMark[];
  const [navigation] = performance.getEntriesByType('navigation') as ActivatedNavigation[];
  // The visit of a page that was prerendered begins when it is shown.
  const activation = navigation?.activationStart ?? 0;
  const names = new Set(marks.map(({ name }) => name));
  const failures = marks.filter(({ name }) => name.startsWith(failedMark('')));
  const faults = [
    ...rewritten(),
    ...failures.map(({ detail }) => toReport(detail as FaultReport)),
  ].slice(0, beaconFaults);
  const parts = [
    'page',
    ...Array.from(document.querySelectorAll<HTMLElement>(moduleSelector), nameOf),
  ];
  const remotes = Object.entries(pins.remotes).map(([app, { version }]) => [app, version] as const);
  const { LCP, INP, CLS } = vitals;
  const slow = slowApp();
  const began = Math.max(activation, navigation?.responseStart ?? 0);
  return {
    releases: { host: pins.host, ...Object.fromEntries(remotes) },
    faults,
    age: Math.floor(performance.now() - began),
    complete: parts.every((part) => names.has(hydratedMark(part))),
    ...(LCP === undefined ? {} : { lcp: Math.round(LCP.value) }),
    ...(INP === undefined ? {} : { inp: Math.round(INP.value) }),
    ...(CLS === undefined ? {} : { cls: CLS.value }),
    ...(slow === null ? {} : { slow: nameIn(slow) }),
  };
}

const fits = (visit: Telemetry) =>
  new TextEncoder().encode(JSON.stringify(visit)).length <= beaconBytes;

/** Shortens what does not fit: outer frames first, then late faults, then releases of apps that have not failed. */
function shortened(visit: Telemetry): Telemetry {
  let short = visit;
  for (let most = beaconFrames - 1; !fits(short) && most >= 0; most -= 1) {
    const faults = visit.faults.map(({ frames = [], ...fault }) =>
      most > 0 && frames.length > 0 ? { ...fault, frames: frames.slice(0, most) } : fault,
    );
    short = { ...visit, faults };
  }
  while (!fits(short) && short.faults.length > 1)
    short = { ...short, faults: short.faults.slice(0, -1) };
  const neededApps = ['host', ...short.faults.map(({ app }) => app)];
  const spare = Object.keys(visit.releases).filter((app) => !neededApps.includes(app));
  while (!fits(short) && spare.length > 0) {
    const droppedApp = spare.pop();
    const otherReleases = Object.entries(short.releases).filter(([app]) => app !== droppedApp);
    short = { ...short, releases: { host: pins.host, ...Object.fromEntries(otherReleases) } };
  }
  return short;
}

const { url = '' } = document.getElementById(telemetryElementId)?.dataset ?? {};
const pins = JSON.parse(document.getElementById(pinsElementId)?.textContent ?? '') as Pins;

const leaving = new AbortController();
function send(): void {
  if (document.visibilityState !== 'hidden') return;
  leaving.abort();
  // A string is sent as text/plain, which needs no preflight.
  navigator.sendBeacon(url, JSON.stringify(shortened(read())));
}
// A page that is closed in the background of a phone gets no later event.
document.addEventListener('visibilitychange', send, { signal: leaving.signal });
