import { dataElementId, releaseRecordElementId } from '@composed/contracts/page-elements';
import { parseReleaseRecord, type ReleaseRecord } from '@composed/contracts/release-record';

/**
 * The releases that this page is pinned to.
 * @throws Error when the page has no record or one that does not parse: the host cannot start
 */
export function readReleaseRecord(): ReleaseRecord {
  const text = document.getElementById(releaseRecordElementId)?.textContent;
  if (!text) throw new Error(`no #${releaseRecordElementId}`);
  return parseReleaseRecord(text);
}

/** What the release of a module takes of the offers; undefined where there is none. */
export function takenBy({ remotes }: ReleaseRecord, id: string): readonly string[] | undefined {
  const [app = '', name = ''] = id.split('/');
  return remotes[app]?.takes[`./${name}`];
}

/** The site's data that this page was composed with, or null where it holds none. */
export const pinnedData = (): unknown =>
  JSON.parse(document.getElementById(dataElementId)?.textContent ?? 'null');
