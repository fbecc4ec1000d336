import { plainText, shortenIds } from './terminal';

/** A table of a report, for a terminal or a page. */
export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** '1 file', '3 files'. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Bytes for people, in steps of 1,000: '812 B', '38.2 KB', '1.4 MB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_950) return `${(bytes / 1000).toFixed(1)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Spans of time in seconds, the longest first. */
const spans = { year: 365 * 86_400, month: 30 * 86_400, day: 86_400, hour: 3600, minute: 60 };

/** How long ago a time (ISO 8601) was: 'just now', '5 minutes ago'. */
export function formatAgo(time: string, now: Date): string {
  const seconds = (now.getTime() - Date.parse(time)) / 1000;
  for (const [noun, length] of Object.entries(spans)) {
    if (seconds >= length) return `${formatCount(Math.floor(seconds / length), noun)} ago`;
  }
  return 'just now';
}

/** A span of time: '12 ms', '1.3 s'. */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** '2026-03-01 14:05', in UTC. */
export function formatTime(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}

/** The sentence, if any, about the empty slots of these modules and how to fill them. */
export function formatEmpty(ids: readonly string[]): string[] {
  const [first, ...others] = ids;
  if (first === undefined) return [];
  const apps = [...new Set(ids.map((id) => id.replace(/\/.*/, '')))];
  const how = `npm run release -- publish ${apps.length > 3 ? '<app>' : apps.join(' ')}`;
  const named = ids.length > 6 ? [...ids.slice(0, 5), `${ids.length - 5} more`] : ids;
  return [
    others.length === 0
      ? `the slot of ${first} is empty until ${apps.join()} is published where its sources are (${how})`
      : `${ids.length} slots are empty until their apps are published where their sources are (${how}): ${named.join(' · ')}`,
  ];
}

/** The message of a thrown value. */
export function messageOf(error: unknown): string {
  return String(Reflect.get(Object(error), 'message') ?? error);
}

/** Problems of a disk with advice, by the code of the operating system. */
const diskErrors: ReadonlyMap<unknown, string> = new Map([
  ['EACCES', 'this account may not use it; give it the right to, or choose another folder'],
  ['EPERM', 'this account may not change it; give it the right to, or choose another folder'],
  ['EROFS', 'it is read-only; choose a folder that can be written'],
  ['ENOSPC', 'no space is left; free some, or choose a folder on another disk'],
  ['EDQUOT', 'this account’s space is used up; free some, or choose a folder on another disk'],
  ['EEXIST', 'a file is in the place of a folder; move it away, or choose another folder'],
  ['ENOTDIR', 'something above it is no folder; choose another folder'],
]);

/** The message of an error of a command. For a failure of the disk it says what to do. */
export function formatError(error: unknown): string {
  const of = (name: string): unknown => Reflect.get(Object(error), name);
  // Node's error for a new folder on a read-only disk.
  const isUnmade = of('code') === 'ENOENT' && of('syscall') === 'mkdir';
  const reason = diskErrors.get(isUnmade ? 'EROFS' : of('code'));
  if (reason === undefined) return messageOf(error);
  // Node names no file when a write to an open one fails.
  const file: unknown = of('dest') ?? of('path') ?? 'The disk';
  return `${String(file)} cannot be used: ${reason}. What is live is as it was.`;
}

/** A table in columns, every cell in one line; those named in `right` are aligned to the right. */
export function formatTable(
  { heads, rows: texts }: Table,
  right: ReadonlySet<string> = new Set(),
): string {
  const rows = texts.map((row) => row.map((cell) => shortenIds(plainText(cell))));
  const widths = heads.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return right.has(heads[column] ?? '') ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [line(heads), rule, ...rows.map(line)].join('\n');
}
