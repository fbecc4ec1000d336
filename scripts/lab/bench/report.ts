import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '@shopwright/shared/build/shared-packages';
import type { Browser } from 'playwright-core';
import type { VariantSites } from './sites';

/** What every part of a run measures with. */
export interface Bench {
  readonly browser: Browser;
  readonly sites: VariantSites;
  /** Rounds of short measurements. */
  readonly runs: number;
}

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A figure that must not be above its goal, as a row of the table of goals. */
export interface GoalRow {
  readonly title: string;
  readonly goal: string;
  readonly measured: string;
  readonly isKept: boolean;
}

/** What a part of a run has found. */
export interface Findings {
  readonly goals: readonly GoalRow[];
  readonly table?: Table;
  readonly chart?: string;
}

/** The table of goals, then all others in the order of the parts. */
export function tablesOf(findings: readonly Findings[]): Table[] {
  const rows = findings
    .flatMap(({ goals }) => goals)
    .map(({ title, goal, measured, isKept }) => [title, goal, measured, isKept ? 'yes' : 'no']);
  const goals = { title: 'Goals', head: ['', 'Goal', 'Measured', 'Kept'], rows };
  return [goals, ...findings.flatMap(({ table }) => table ?? [])];
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
 * Puts what a run has found between the two marks of the README.
 * @throws Error when the README has no marks
 */
export function intoReadme(readme: string, text: string): string {
  if (!marked.test(readme)) throw new Error('README.md has no <!-- measured --> … to write into.');
  return readme.replace(
    marked,
    (_all, start: string, end: string) =>
      `${start}<!-- prettier-ignore-start -->\n\n${text}\n<!-- prettier-ignore-end -->\n${end}`,
  );
}

/**
 * Writes table.md and the chart, where there is one, into .reports/bench.
 * @param conditions says when and where it was measured
 * @param show tables and chart become the README's
 * @returns what table.md says
 */
export async function writeResults(
  findings: readonly Findings[],
  conditions: string,
  show: boolean,
): Promise<string> {
  const folder = path.join(repositoryRoot, '.reports/bench');
  await mkdir(folder, { recursive: true });
  const text = [...tablesOf(findings).map(toMarkdown), conditions, ''].join('\n');
  await writeFile(path.join(folder, 'table.md'), text);
  const [chart] = findings.flatMap((found) => found.chart ?? []);
  if (chart !== undefined) await writeFile(path.join(folder, 'chart.svg'), chart);
  if (!show) return text;
  if (chart !== undefined) await writeFile(path.join(import.meta.dirname, 'chart.svg'), chart);
  const readme = path.join(repositoryRoot, 'README.md');
  await writeFile(readme, intoReadme(await readFile(readme, 'utf8'), text));
  return text;
}
