import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from 'shared/build/shared-packages';
import type { Results } from '../results';
import { visitChart } from './chart';
import { otherTables } from './other-tables';
import { intoReadme } from './readme';
import { toMarkdown, toText } from './table';
import { goalTable, visitTables } from './visit-table';

/** The README, and the chart that it shows. */
const readmeFile = path.join(repositoryRoot, 'README.md');
const picture = path.join(import.meta.dirname, '../chart.svg');

function conditions({ machine, runs }: Results): string {
  const { processor, cores, node, browser, at, load } = machine;
  const busy = Math.max(...load) > cores ? '; the machine was busy with other things' : '';
  return `${at.slice(0, 10)}, ${runs} rounds, ${cores} cores of ${processor}, Node ${node}, Chromium ${browser}, load ${load.map((value) => value.toFixed(1)).join(' → ')}${busy}.`;
}

/** All tables of a run, in the order in which they are read. */
function tablesOf(results: Results) {
  const { visits } = results;
  return [...(visits ? [goalTable(visits), ...visitTables(visits)] : []), ...otherTables(results)];
}

/** What is printed at the end. */
export function tellResults(results: Results): string {
  return [...tablesOf(results).map(toText), conditions(results), ''].join('\n');
}

/**
 * Writes results.json, table.md and, where visits were measured, chart.svg.
 * @param show table and chart become the README's
 */
export async function writeResults(folder: string, results: Results, show: boolean) {
  await mkdir(folder, { recursive: true });
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  await write('results.json', `${JSON.stringify(results, null, 1)}\n`);
  const markdown = [...tablesOf(results).map(toMarkdown), conditions(results), ''].join('\n');
  await write('table.md', markdown);
  if (!results.visits) return;
  await write('chart.svg', visitChart(results.visits));
  if (!show) return;
  await copyFile(path.join(folder, 'chart.svg'), picture);
  const readme = await readFile(readmeFile, 'utf8');
  await writeFile(readmeFile, intoReadme(readme, tablesOf(results), conditions(results)));
}
