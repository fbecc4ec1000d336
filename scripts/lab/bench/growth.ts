import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { terminal } from '@composed/command/output';
import { formatBytes, formatDuration } from '@composed/command/format';
import { weighPins } from './page-weight';
import { runTimed } from './processor-time';
import type { GoalRow, Table } from './report';
import { formatValue, summarize } from './statistics';

/* The cost of a publish of one remote as a site grows, each in a process of its own. Tests count what is read and written. */

const sizes = {
  '3 remotes, 5 pages': { remotes: 3, pages: 5 },
  '100 remotes': { remotes: 100, pages: 5 },
  '1,000 pages': { remotes: 3, pages: 1000 },
} as const;
type Size = keyof typeof sizes;
const names = Object.keys(sizes) as readonly Size[];

const script = path.join(import.meta.dirname, 'growth-command.ts');

/** Milliseconds of processor and by the clock, and bytes of memory at most. */
type Cost = Readonly<Record<'processor' | 'clock' | 'memory', number>>;

async function run(words: readonly string[]): Promise<Cost> {
  const began = performance.now();
  const { processor, output } = await runTimed(script, words);
  const clock = performance.now() - began;
  return { processor, clock, memory: Number(output.split('\n').at(-1)) };
}

async function measureCosts(folder: string, rounds: number) {
  const costs = new Map<Size, Cost[]>();
  const about = new Map<Size, readonly string[]>();
  for (const [n, size] of names.entries()) {
    terminal.write(`making a site: ${size}\n`);
    const { remotes, pages } = sizes[size];
    const words = [path.join(folder, `site-${n}`), String(remotes), String(pages)];
    await mkdir(words[0] ?? '');
    await run(words);
    about.set(size, words);
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const [size, words] of about) {
      terminal.write(`round ${round} of ${rounds}: ${size}\n`);
      const cost = await run([...words, `round ${round}`]);
      costs.set(size, [...(costs.get(size) ?? []), cost]);
    }
  }
  return costs;
}

function goalRow(
  title: string,
  max: number,
  format: (value: number) => string,
  measured: number,
): GoalRow {
  return { title, goal: `≤ ${format(max)}`, measured: format(measured), isKept: measured <= max };
}

/**
 * Measures what a publish costs at several sizes of a site.
 * @param folder is empty; holds everything that is made
 */
export async function measureGrowth(folder: string, isQuick: boolean) {
  const rounds = isQuick ? 1 : 3;
  const costs = await measureCosts(folder, rounds);
  const typical = (size: Size, metric: keyof Cost) =>
    summarize((costs.get(size) ?? []).map((cost) => cost[metric])).median;
  const table: Table = {
    title: '`publish pricing`, in a folder',
    head: ['', 'processor', 'clock', 'memory, at most'],
    rows: names.map((size) => [
      size,
      ...[typical(size, 'processor'), typical(size, 'clock')].map(formatDuration),
      formatBytes(typical(size, 'memory')),
    ]),
  };
  const counts = [3, 30, 100] as const;
  const [few, some, many] = [weighPins(3), weighPins(30), weighPins(100)];
  const pins: Table = {
    title: 'Pins of a page, and the hashes in its policy, compressed',
    head: ['', 'pins and policy', 'hashes in the policy', 'a file'],
    rows: [few, some, many].map(({ bytes, hashes, files }, n) => [
      `${counts[n]} remotes`,
      ...[bytes, hashes, hashes / files].map((each) => formatBytes(Math.round(each))),
    ]),
  };
  const growth = typical('100 remotes', 'processor') / typical('3 remotes, 5 pages', 'processor');
  const asRatio = (value: number) => formatValue(value, 'ratio');
  const memory = Math.max(...names.map((size) => typical(size, 'memory')));
  return {
    rounds,
    goals: [
      goalRow('A publish at 100 remotes to one at 3', 1.5, asRatio, growth),
      goalRow(
        'A publish of 1,000 pages by the clock',
        10_000,
        formatDuration,
        typical('1,000 pages', 'clock'),
      ),
      goalRow(
        'Pins of a page at 100 remotes, over those at 3',
        3000,
        formatBytes,
        many.bytes - few.bytes,
      ),
      goalRow('Memory of the tool', 400_000_000, formatBytes, memory),
    ],
    tables: [table, pins],
  };
}
