/**
 * What an app was doing when it failed. `entry`, `style`, `module`: its files came, were refused or threw
 * as they ran. `export`: the module is not what the contract says. `render`, `effect`: as it was put into
 * the page; `update`: in either, later. `script`: outside of React, in an event handler for instance.
 * `hydration`: its markup was not what it renders.
 */
export type FaultStage =
  'entry' | 'style' | 'module' | 'export' | 'render' | 'effect' | 'update' | 'script' | 'hydration';

/** A failure of an app. Fixed fields only, so that nothing a visitor typed can travel with it. */
export interface Fault {
  /** Federation name of the app, as the app table has it. */
  readonly app: string;
  /** Release of the app, from the page's release record. */
  readonly version: string;
  /** Federation expose key, for instance `./PricingSection`. */
  readonly expose: string;
  readonly stage: FaultStage;
  /** Whatever was thrown. */
  readonly cause: unknown;
}

/** Longest text of a field, in UTF-16 units; one console line stays one line of a sane length. */
export const fieldLimit = 200;

/** One line: line breaks and control characters could forge another line of a log. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line.length > fieldLimit ? `${line.slice(0, fieldLimit - 1)}…` : line;
}

/**
 * Only an error's name and message, or a thrown text: never an object's own fields. The stack is for the script for
 * signals and the overlay. An error may hold anything in place of any of them.
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
    return { cause: 'an error that cannot be read', stack: '' };
  }
}

/**
 * Says an app's failure in one console line. Never throws.
 * @returns plain text of a limited length, ready to be sent; of the stack only places in our own files are
 */
export function reportFault(fault: Fault) {
  const report = {
    app: oneLine(fault.app),
    version: oneLine(fault.version),
    expose: oneLine(fault.expose),
    stage: oneLine(fault.stage),
    ...describe(fault.cause),
  };
  console.error(
    `[${report.app} ${report.version} ${report.expose}] ${report.stage} failed: ${report.cause}`,
  );
  return report;
}
