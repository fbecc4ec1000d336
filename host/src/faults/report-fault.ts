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

/**
 * Reports a fault of an app with the version that this page is pinned to.
 * @param part the exposed module, or the host's own part that failed
 */
export function report(app: string, part: string, stage: FaultStage, cause: unknown): void {
  reportFault({ app, version: versionOf(app), expose: `./${part}`, stage, cause });
}
