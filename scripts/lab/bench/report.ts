import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A metric that must not be above its goal, as a row of the table of goals. */
export interface GoalRow {
  readonly title: string;
  readonly goal: string;
  readonly measured: string;
  readonly isKept: boolean;
}

/** A table in Markdown, with the first column to the left and numbers to the right. */
function formatTable({ title, head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [`**${title}**`, '', line(head), line(rule), ...rows.map(line), ''].join('\n');
}

/**
 * The goals, what else was measured, and where.
 * @param conditions say when and where
 */
export function formatReport(
  goals: readonly GoalRow[],
  tables: readonly Table[],
  conditions: string,
): string {
  if (goals.length === 0) return [...tables.map(formatTable), conditions, ''].join('\n');
  const rows = goals.map(({ title, goal, measured, isKept }) => {
    return [title, goal, measured, isKept ? 'yes' : 'no'];
  });
  const goalTable = { title: 'Goals', head: ['', 'Goal', 'Measured', 'Kept'], rows };
  return [...[goalTable, ...tables].map(formatTable), conditions, ''].join('\n');
}

/**
 * Puts the report of a run between two marks of a README.
 * @throws Error when the README has no marks
 */
export function intoReadme(readme: string, report: string, mark = 'measured'): string {
  const marked = new RegExp(`(<!-- ${mark} -->\\n).*?(<!-- /${mark} -->)`, 's');
  if (!marked.test(readme)) throw new Error(`The README has no <!-- ${mark} --> … to write into.`);
  return readme.replace(
    marked,
    (_all, start: string, end: string) =>
      `${start}<!-- prettier-ignore-start -->\n\n${report}\n<!-- prettier-ignore-end -->\n${end}`,
  );
}

/** @param folder whose README it is */
export async function putIntoReadme(
  folder: 'scripts/lab' | 'shared/platform',
  report: string,
  mark?: string,
): Promise<void> {
  const readme = path.join(import.meta.dirname, '../../..', folder, 'README.md');
  await writeFile(readme, intoReadme(await readFile(readme, 'utf8'), report, mark));
}
