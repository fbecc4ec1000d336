import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '@shopwright/shared/build/shared-packages';
import type { Findings, GoalRow, Table } from './findings';
import { unsteady } from './statistics';

function goalTable(goals: readonly GoalRow[]): Table {
  const rows = goals.map(({ title, goal, measured, isKept }) => [
    title,
    goal,
    isKept === null ? unsteady : measured,
    isKept === null ? '' : isKept ? 'yes' : 'no',
  ]);
  return { title: 'Goals', head: ['', 'Goal', 'Measured', 'Kept'], rows };
}

/** The table of goals, then all others in the order of the parts. */
export function tablesOf(findings: readonly Findings[]): Table[] {
  const goals = findings.flatMap((found) => found.goals ?? []);
  const tables = findings.flatMap((found) => found.tables);
  return goals.length > 0 ? [goalTable(goals), ...tables] : tables;
}

/** For a README: the first column to the left, figures to the right. */
export function toMarkdown({ title, head, rows }: Table): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [`**${title}**`, '', line(head), line(rule), ...rows.map(line), ''].join('\n');
}

const marked = /(<!-- measured -->\n).*?(<!-- \/measured -->)/s;

/**
 * Puts the tables of a run between the two marks of the README: the first is shown, the others open with a
 * click.
 * @param conditions says when and where it was measured
 * @throws Error when the README has no marks
 */
export function intoReadme(readme: string, tables: readonly Table[], conditions: string): string {
  if (!marked.test(readme)) throw new Error('README.md has no <!-- measured --> … to write into.');
  const [first = '', ...others] = tables.map(toMarkdown);
  const details = ['<details>', '<summary>All figures of that run</summary>', '', ...others];
  const text = [first, ...details, '</details>', '', conditions, ''].join('\n');
  return readme.replace(
    marked,
    (_all, start: string, end: string) =>
      `${start}<!-- prettier-ignore-start -->\n\n${text}\n<!-- prettier-ignore-end -->\n${end}`,
  );
}

/**
 * Writes results.json, table.md and the chart, where there is one, into .reports/bench.
 * @param findings by the names of the parts
 * @param run when and on what machine
 * @param show tables and chart become the README's
 * @returns what table.md says
 */
export async function writeResults(
  findings: Readonly<Record<string, Findings>>,
  run: string,
  show: boolean,
): Promise<string> {
  const folder = path.join(repositoryRoot, '.reports/bench');
  await mkdir(folder, { recursive: true });
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  const all = Object.values(findings);
  const tables = tablesOf(all);
  const conditions = [run, ...all.flatMap(({ warning }) => warning ?? [])].join(' ');
  await write('results.json', `${JSON.stringify({ run, findings }, null, 1)}\n`);
  const text = [...tables.map(toMarkdown), conditions, ''].join('\n');
  await write('table.md', text);
  const chart = findings['visits']?.chart;
  if (chart === undefined) return text;
  await write('chart.svg', chart);
  if (show) {
    await writeFile(path.join(import.meta.dirname, 'chart.svg'), chart);
    const readmeFile = path.join(repositoryRoot, 'README.md');
    const readme = await readFile(readmeFile, 'utf8');
    await writeFile(readmeFile, intoReadme(readme, tables, conditions));
  }
  return text;
}
