import { pinsElementId, telemetryElementId } from '@composed/contracts/page-elements';
import type { Pins } from '@composed/contracts/pins';
import { appOf } from '@composed/contracts/remote-names';
import {
  maxTelemetryBytes,
  maxTelemetryFaults,
  maxTelemetryFrames,
  type ReportedFault,
  type Telemetry,
} from '@composed/contracts/telemetry';
import { onCLS, onINP, onLCP, type Metric } from 'web-vitals';
import { appIn, framesOf } from '../error-reporting/stack-frames';
import type { FaultReport } from '../error-reporting/report-fault';
import { failedMark, hydratedMark, moduleSelector, rootName } from '@composed/contracts/page-roots';

/*
 * The telemetry script, which only the pages of a site with telemetry have. When a page is left, it sends one beacon: the
 * page's releases, its faults, whether all of it was hydrated, and how fast it was. It reads faults and hydration from
 * the performance timeline, so it can be loaded late.
 */

const vitals: Partial<Record<Metric['name'], Metric>> = {};
for (const observe of [onLCP, onINP, onCLS]) {
  observe((metric) => (vitals[metric.name] = metric), { reportAllChanges: true });
}

/** The longest response time of a press, in milliseconds, that https://web.dev/articles/inp rates as good. */
const goodPressMs = 200;

/** Finds the app whose script delayed the slowest press, if the delay was long and the browser names the script. */
function findSlowApp(): string | null {
  const [press] = (vitals.INP?.entries ?? []) as PerformanceEventTiming[];
  if (!press || press.duration <= goodPressMs) return null;
  const frames = performance.getEntriesByType('long-animation-frame');
  const [longest] = (frames as PerformanceLongAnimationFrameTiming[])
    .filter(({ startTime, duration }) => startTime + duration > press.startTime)
    .filter(({ startTime }) => startTime < press.startTime + press.duration)
    .flatMap(({ scripts }) => scripts)
    .sort((a, b) => b.duration - a.duration);
  if (!longest) return null;
  // The host's React calls the handlers of every app, so the pressed element tells the handler's app.
  const isHandler = longest.invokerType === 'event-listener';
  const control = isHandler ? (press.target as Element | null) : null;
  const module = control?.closest<HTMLElement>(moduleSelector);
  return module ? appOf(rootName(module)) : appIn(longest.sourceURL);
}

/** Matches messages of JavaScript engines and of React. Outside quotation marks they hold only code names and numbers. */
const knownMessage =
  /^(?:(?:Type|Range|Reference)Error: (?:Cannot (?:read|set) propert|can't access property|Can't find variable: |[\w$.]+ (?:is not (?:a |an |defined|iterable)|is (?:undefined|null))|Maximum call stack|Invalid array length)|InternalError: too much recursion|Error: Minified React error #\d)/;

/**
 * Removes text that a visitor may have typed from a cause. Of an engine's or React's message, the text before the first
 * quotation mark remains; of any other, only the error's name.
 */
function reportableCause(cause: string, stack: string): string {
  if (knownMessage.test(cause)) return cause.replace(/["'`“‘].*/s, '…');
  const [name] = /^\w{0,40}(?:Error|Exception)(?=:)/.exec(cause) ?? [];
  return stack === '' ? 'no error' : (name ?? 'Error');
}

/** From https://wicg.github.io/nav-speculation/prerendering.html; only Chromium has it. */
interface ActivatedNavigation extends PerformanceNavigationTiming {
  readonly activationStart?: number;
}

/**
 * Returns a fault if a proxy has rewritten the page: its policy then blocked the changed inline styles, and its bootstrap
 * loaded their files.
 */
function findRewriting(): ReportedFault[] {
  if ([...document.querySelectorAll('style')].every(({ sheet }) => sheet)) return [];
  const expose = './rewritten-page';
  return [{ app: 'host', version: pins.host, expose, stage: 'style', cause: 'no error' }];
}

/** Limits a name to the characters and the length that the collector accepts. */
const toName = (text: string) => text.replace(/[^\w./-]/g, '_').slice(0, 80) || 'unnamed';

/** Removes everything from a fault that a visitor may have typed. */
function toReport({ stack, ...fault }: FaultReport): ReportedFault {
  const frames = framesOf(stack, maxTelemetryFrames);
  return {
    app: toName(fault.app),
    version: toName(fault.version),
    expose: toName(fault.expose),
    stage: fault.stage,
    cause: reportableCause(fault.cause, stack),
    ...(frames.length > 0 ? { frames } : {}),
  };
}

/** Returns when the visit began, on the clock of `performance.now()`. */
function visitStart(): number {
  const [navigation] = performance.getEntriesByType('navigation') as ActivatedNavigation[];
  // For a page that the browser has prerendered, the visit begins when the page is shown.
  return Math.max(navigation?.activationStart ?? 0, navigation?.responseStart ?? 0);
}

function readVitals(): Pick<Telemetry, 'lcp' | 'inp' | 'cls' | 'slow'> {
  const { LCP, INP, CLS } = vitals;
  const slowApp = findSlowApp();
  return {
    ...(LCP && { lcp: Math.round(LCP.value) }),
    ...(INP && { inp: Math.round(INP.value) }),
    ...(CLS && { cls: CLS.value }),
    ...(slowApp !== null && { slow: toName(slowApp) }),
  };
}

function readTelemetry(): Telemetry {
  const marks = performance.getEntriesByType('mark') as PerformanceMark[];
  const names = new Set(marks.map(({ name }) => name));
  const failures = marks.filter(({ name }) => name.startsWith(failedMark('')));
  const faults = [
    ...findRewriting(),
    ...failures.map(({ detail }) => toReport(detail as FaultReport)),
  ];
  const roots = [
    'page',
    ...Array.from(document.querySelectorAll<HTMLElement>(moduleSelector), rootName),
  ];
  const remotes = Object.entries(pins.remotes).map(([app, { version }]) => [app, version] as const);
  return {
    releases: { host: pins.host, ...Object.fromEntries(remotes) },
    faults: faults.slice(0, maxTelemetryFaults),
    age: Math.floor(performance.now() - visitStart()),
    complete: roots.every((root) => names.has(hydratedMark(root))),
    ...readVitals(),
  };
}

const fits = (visit: Telemetry) =>
  new TextEncoder().encode(JSON.stringify(visit)).length <= maxTelemetryBytes;

/** Shortens telemetry until it fits: drops outer frames, then later faults, then releases of apps that have not failed. */
function shortened(visit: Telemetry): Telemetry {
  let short = visit;
  for (let limit = maxTelemetryFrames - 1; !fits(short) && limit >= 0; limit -= 1) {
    const faults = visit.faults.map(({ frames = [], ...fault }) =>
      limit > 0 && frames.length > 0 ? { ...fault, frames: frames.slice(0, limit) } : fault,
    );
    short = { ...visit, faults };
  }
  while (!fits(short) && short.faults.length > 1)
    short = { ...short, faults: short.faults.slice(0, -1) };
  const neededApps = ['host', ...short.faults.map(({ app }) => app)];
  const droppableApps = Object.keys(visit.releases).filter((app) => !neededApps.includes(app));
  while (!fits(short) && droppableApps.length > 0) {
    const droppedApp = droppableApps.pop();
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
  // A string is sent as text/plain, which needs no CORS preflight.
  navigator.sendBeacon(url, JSON.stringify(shortened(readTelemetry())));
}
// No later event is reliable: a phone may close a hidden page without one.
document.addEventListener('visibilitychange', send, { signal: leaving.signal });
