import { reportFault, type FaultStage } from '@shopwright/shared/fault-report';
import { readReleaseRecord } from '../page-data';

function versionOf(app: string): string {
  try {
    const record = readReleaseRecord();
    return app === 'host' ? record.host : (record.remotes[app]?.version ?? 'unlisted');
  } catch {
    return 'unknown';
  }
}

/**
 * Fault → whether it was reported just now. React throws a fault again at once when it renders a second
 * time, and reports one that it met while hydrating once more, later.
 */
const reported = new Map<string, boolean>();

/**
 * Reports a fault of an app with the version that this page is pinned to.
 * @param part the exposed module, or the host's own part that failed
 */
export function report(app: string, part: string, stage: FaultStage, cause: unknown): void {
  const fault = `${app} ${String(cause)}`;
  if (reported.get(fault) ?? false) return;
  if (stage === 'hydration' && reported.has(fault)) return;
  reported.set(fault, true);
  setTimeout(() => reported.set(fault, false));
  const detail = reportFault({ app, version: versionOf(app), expose: `./${part}`, stage, cause });
  // For the overlay, tests, and the script for signals.
  performance.mark(`failed:${app === 'host' ? part : `${app}/${part}`}`, { detail });
}
