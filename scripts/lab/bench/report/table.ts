import { formatTable } from '../../../release/reports/text';

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

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
