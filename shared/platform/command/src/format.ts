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

/** Formats bytes with decimal units: '812 B', '38.2 KB', '1.4 MB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_950) return `${(bytes / 1000).toFixed(1)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Units of time in seconds, the longest first. */
const units = { year: 365 * 86_400, month: 30 * 86_400, day: 86_400, hour: 3600, minute: 60 };

/** Formats how long ago a time (ISO 8601) was: 'just now', '5 minutes ago'. */
export function formatAgo(time: string, now: Date): string {
  const seconds = (now.getTime() - Date.parse(time)) / 1000;
  for (const [noun, length] of Object.entries(units)) {
    if (seconds >= length) return `${formatCount(Math.floor(seconds / length), noun)} ago`;
  }
  return 'just now';
}

/** Formats a duration: '12 ms', '1.3 s'. */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** Formats a time (ISO 8601) as '2026-03-01 14:05', in UTC. */
export function formatTime(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}

/**
 * Formats the empty slots of modules that have no release, and how to fill them.
 * @param ids of the modules
 * @returns one sentence, or none without an empty slot
 */
export function formatEmptySlots(ids: readonly string[]): string[] {
  const [first, ...others] = ids;
  if (first === undefined) return [];
  const apps = [...new Set(ids.map((id) => id.replace(/\/.*/, '')))];
  const publish = `npm run release -- publish ${apps.length > 3 ? '<app>' : apps.join(' ')}`;
  const shownIds = ids.length > 6 ? [...ids.slice(0, 5), `${ids.length - 5} more`] : ids;
  return [
    others.length === 0
      ? `the slot of ${first} is empty until ${apps.join()} is published from its own repository (${publish})`
      : `${ids.length} slots are empty until their apps are published from their own repositories (${publish}): ${shownIds.join(' · ')}`,
  ];
}

/** Returns the message of a thrown value, which need not be an Error. */
export function messageOf(error: unknown): string {
  return String(Reflect.get(Object(error), 'message') ?? error);
}

/** Error code of the operating system → the problem, with advice. */
const diskErrors: ReadonlyMap<unknown, string> = new Map([
  [
    'EACCES',
    'this account is not allowed to use it; give it the right to, or choose another folder',
  ],
  [
    'EPERM',
    'this account is not allowed to change it; give it the right to, or choose another folder',
  ],
  ['EROFS', 'it is read-only; choose a folder that can be written'],
  ['ENOSPC', 'no space is left; free some space, or choose a folder on another disk'],
  [
    'EDQUOT',
    'the disk quota of this account is used up; free some space, or choose a folder on another disk',
  ],
  ['EEXIST', 'a file is in the place of a folder; move it away, or choose another folder'],
  ['ENOTDIR', 'something above it is not a folder; choose another folder'],
]);

/** Formats an error of a command. After a disk error the message says what to do. */
export function formatError(error: unknown): string {
  const field = (name: string): unknown => Reflect.get(Object(error), name);
  // Node reports ENOENT when it cannot create a folder on a read-only disk.
  const isReadOnly = field('code') === 'ENOENT' && field('syscall') === 'mkdir';
  const reason = diskErrors.get(isReadOnly ? 'EROFS' : field('code'));
  if (reason === undefined) return messageOf(error);
  // Node's error for a failed write to an open file does not name the file.
  const file: unknown = field('dest') ?? field('path') ?? 'The disk';
  return `${String(file)} cannot be used: ${reason}. The live site is unchanged.`;
}

/**
 * Formats a table in columns, with each row in one line.
 * @param right the heads of columns that are aligned to the right
 */
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
