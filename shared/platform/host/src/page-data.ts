import { dataElementId, releaseRecordElementId } from '@composed/contracts/page-elements';
import { parseReleaseRecord, type ReleaseRecord } from '@composed/contracts/release-record';
import type { PageFacts } from './site-parts';

let known: { readonly text: string; readonly record: ReleaseRecord } | undefined;

/**
 * The releases that this page is pinned to.
 * @throws Error when the page has no record or one that does not parse: the host cannot start
 */
export function readReleaseRecord(): ReleaseRecord {
  const text = document.getElementById(releaseRecordElementId)?.textContent;
  if (!text) throw new Error(`no #${releaseRecordElementId}`);
  if (known?.text !== text) known = { text, record: parseReleaseRecord(text) };
  return known.record;
}

/** Whether a module has a release. */
export function hasRelease({ remotes, empty }: ReleaseRecord, id: string): boolean {
  const [app = '', name = ''] = id.split('/');
  const remote = remotes[app];
  return remote ? `./${name}` in remote.takes : empty?.includes(id) === false;
}

/** The JSON in a page with this id; an empty object where there is none. */
export const jsonIn = (id: string) =>
  JSON.parse(document.getElementById(id)?.textContent ?? '{}') as object;

/** The site's data that this page was composed with, by name; those that it does not need are not in it. */
export const pinnedData = (): PageFacts['data'] => ({ ...jsonIn(dataElementId) });
