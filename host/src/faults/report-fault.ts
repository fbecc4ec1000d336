import { reportFault, type FaultStage } from 'shared/faults/report';
import { readReleaseRecord } from '../page-data';

function versionOf(app: string): string {
  try {
    const record = readReleaseRecord();
    return app === 'host' ? record.host : (record.remotes[app]?.version ?? 'unlisted');
  } catch {
    return 'unknown';
  }
}

/** Faults of this moment: one that is thrown again at once, by a second attempt of React's, is the same. */
const justReported = new Set<string>();

/**
 * Reports a fault of an app with the version that this page is pinned to.
 * @param part the exposed module, or the host's own part that failed
 */
export function report(app: string, part: string, stage: FaultStage, cause: unknown): void {
  const fault = `${app} ${String(cause)}`;
  if (justReported.has(fault)) return;
  justReported.add(fault);
  setTimeout(() => justReported.delete(fault));
  reportFault({ app, version: versionOf(app), expose: `./${part}`, stage, cause });
}
