import { readOwnPins } from '../page-data';
import { failedMark } from '@composed/contracts/page-roots';

/**
 * The stage in which an app failed. `entry`, `style`, `module`: its
 * files were missing, were refused, or threw as they ran. `export`: the module is not what the contract says.
 * `render`, `effect`: as it was put into the page. `update`: in either, later. `script`: outside of React, for
 * instance in an event handler. `hydration`: its markup was not what it renders.
 */
export type FaultStage =
  'entry' | 'style' | 'module' | 'export' | 'render' | 'effect' | 'update' | 'script' | 'hydration';

/** The error that React recovered from: React hands it over as the cause of one of its own. */
export const causeOf = (error: unknown) =>
  error instanceof Error ? (error.cause ?? error) : error;

/** One line of at most 200 UTF-16 units: line breaks and control characters could forge another line of a log. */
function oneLine(text: string): string {
  const line = text
    .slice(0, 1000)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

/**
 * Only an error’s name and message, or a thrown text. Never an object’s own fields: they may hold what a visitor
 * typed. Any of them may be of any type.
 */
function describe(cause: unknown) {
  try {
    if (cause instanceof Error) {
      const stack = String(cause.stack).slice(0, 5000);
      return { cause: oneLine(`${cause.name}: ${cause.message}`), stack };
    }
    if (typeof cause === 'string') return { cause: oneLine(cause), stack: '' };
    return { cause: `a thrown ${cause === null ? 'null' : typeof cause}`, stack: '' };
  } catch {
    return { cause: 'unreadable', stack: '' };
  }
}

function versionOf(app: string): string {
  try {
    const pins = readOwnPins();
    return app === 'host' ? pins.host : (pins.remotes[app]?.version ?? 'unlisted');
  } catch {
    return 'unknown';
  }
}

function describeFault(app: string, module: string, stage: FaultStage, cause: unknown) {
  return { app, version: versionOf(app), expose: `./${module}`, stage, ...describe(cause) };
}

/** All texts are of a limited length. Telemetry sends only a part of the cause and the stack (telemetry.ts). */
export type FaultReport = ReturnType<typeof describeFault>;

/**
 * Fault → whether it was reported in this task. React throws it again at once when it renders a second time, and
 * reports a fault while hydrating once more, later.
 */
const reported = new Map<string, boolean>();

/**
 * Reports an app's failure in one console line, with the version that this page is pinned to.
 * @param module the exposed module; of the host, the island that failed, or `main`
 */
export function report(app: string, module: string, stage: FaultStage, cause: unknown): void {
  const detail = describeFault(app, module, stage, cause);
  const thrown = `${app} ${detail.cause}`;
  // React’s text for a mismatch is the same in every module.
  const fault = stage === 'hydration' ? `${thrown} ${module}` : thrown;
  if (reported.get(fault) ?? false) return;
  if (stage === 'hydration' && (reported.has(thrown) || reported.has(fault))) return;
  reported.set(fault, true);
  setTimeout(() => reported.set(fault, false));
  console.error(`[${app} ${detail.version} ./${module}] ${stage} failed: ${detail.cause}`);
  // For the overlay, tests, and the script for telemetry.
  performance.mark(failedMark(app === 'host' ? module : `${app}/${module}`), { detail });
}
