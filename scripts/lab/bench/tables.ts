import { formatTable } from '../../release/reports/format';
import { isSteady, summarize } from './statistics';

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Printed where a figure was measured and cannot be trusted. */
export const unsteady = 'unsteady';

/** For a terminal: the first column to the left, figures to the right. */
export function toText({ title, head, rows }: Table): string {
  return `${title}\n${formatTable(head, rows, new Set(head.slice(1)))}\n`;
}

/** For a README. */
export function toMarkdown({ title, head, rows }: Table): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [`**${title}**`, '', line(head), line(rule), ...rows.map(line), ''].join('\n');
}

export const formatKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
export const formatCount = (count: number) => Math.round(count).toLocaleString('en-US');

/** @param times milliseconds; from three runs on, the middle half of them follows in brackets */
export function formatTimes(times: readonly number[]): string {
  if (times.length === 0) return '';
  const summary = summarize(times);
  const format = (ms: number) =>
    ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
  if (times.length < 3) return format(summary.median);
  if (!isSteady(summary)) return unsteady;
  return `${format(summary.median)} (${format(summary.low)}–${format(summary.high)})`;
}
