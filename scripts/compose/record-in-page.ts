import { releaseRecordElementId } from 'shared/contracts/page-elements';
import { parseReleaseRecord, type ReleaseRecord } from 'shared/contracts/release-record';
import { dataBlock } from './data-block';

const block = new RegExp(
  `<script type="application/json" id="${releaseRecordElementId}">(.*?)</script>`,
  's',
);

/** The release record of a composed page; null where the text is no such page. */
export function findRecord(html: string): ReleaseRecord | null {
  const json = block.exec(html)?.[1];
  return json === undefined ? null : parseReleaseRecord(json);
}

/** @throws Error when the text is no composed page */
export function readRecord(html: string): ReleaseRecord {
  const record = findRecord(html);
  if (!record) throw new Error('The page has no release record.');
  return record;
}

/** A composed page with another release record; what is no such page stays as it is. */
export function replaceRecord(
  html: string,
  change: (record: ReleaseRecord) => ReleaseRecord,
): string {
  // A function, since a text would give `$` in the record a meaning.
  return html.replace(block, (_all, json) =>
    dataBlock(releaseRecordElementId, change(parseReleaseRecord(String(json)))),
  );
}
