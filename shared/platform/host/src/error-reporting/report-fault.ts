import { readPagePins } from '../page-data';
import { failedMark } from '@composed/contracts/page-roots';

/**
 * The stage in which an app failed. `entry`, `style`, `module`: a file was missing, was refused, or threw when it ran.
 * `export`: the module's exports are not what the contract says. `render`, `effect`: during the first render of the
 * module, or in one of its first effects. `update`: in a later render or effect. `script`: outside React, for instance
 * in an event handler. `hydration`: the prerendered markup did not match.
 */
export type FaultStage =
  'entry' | 'style' | 'module' | 'export' | 'render' | 'effect' | 'update' | 'script' | 'hydration';

/** Returns the error that React has recovered from: React passes it as the `cause` of an error of its own. */
export const causeOf = (error: unknown) =>
  error instanceof Error ? (error.cause ?? error) : error;

/** Shortens a text to one line of at most 200 UTF-16 units. Line breaks or control characters could forge log lines. */
function oneLine(text: string): string {
  const line = text
    .slice(0, 1000)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

/**
 * Describes an error by its name and message, or a thrown string by its text. Other fields are left out, since they may
 * hold what a visitor typed. None of the fields has a reliable type.
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

function releaseVersion(app: string): string {
  try {
    const pins = readPagePins();
    return app === 'host' ? pins.host : (pins.remotes[app]?.version ?? 'unlisted');
  } catch {
    return 'unknown';
  }
}

function describeFault(app: string, module: string, stage: FaultStage, cause: unknown) {
  return { app, version: releaseVersion(app), expose: `./${module}`, stage, ...describe(cause) };
}

/**
 * The detail of a `failedMark`. Its texts are of limited length; telemetry sends only parts of them
 * (../telemetry/send-telemetry.ts).
 */
export type FaultReport = ReturnType<typeof describeFault>;

/**
 * Fault → whether it was reported in the current task. React may report the same fault twice: within one task, when it
 * renders a second time, and at any later time for a fault during hydration.
 */
const reported = new Map<string, boolean>();

/**
 * Reports a failure of an app in one console line, with the version that the page pins.
 * @param module the exposed module; for the host, the name of the island, or `main`
 */
export function report(app: string, module: string, stage: FaultStage, cause: unknown): void {
  const detail = describeFault(app, module, stage, cause);
  const thrown = `${app} ${detail.cause}`;
  // The module is included, since React's text for a mismatch is the same in every module.
  const fault = stage === 'hydration' ? `${thrown} ${module}` : thrown;
  if (reported.get(fault) ?? false) return;
  if (stage === 'hydration' && (reported.has(thrown) || reported.has(fault))) return;
  reported.set(fault, true);
  setTimeout(() => reported.set(fault, false));
  console.error(`[${app} ${detail.version} ./${module}] ${stage} failed: ${detail.cause}`);
  // The overlay, the tests and the telemetry script read this mark.
  performance.mark(failedMark(app === 'host' ? module : `${app}/${module}`), { detail });
}
