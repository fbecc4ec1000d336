import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { hasGateway } from '@composed/command/browser.mjs';
import { terminal } from '@composed/command/output';
import { formatBytes, formatDuration } from '@composed/command/format';
import { startGateway } from '../../tests/helpers/s3-gateway';
import { weighPins } from './page-weight';
import type { GoalRow, Table } from './report';
import { formatValue, summarize } from './statistics';

/* The cost of a publish of one remote as a site grows, each in a process of its own. Tests count what is read and written. */

const sizes = {
  '3 remotes, 5 pages, 10 publishes': { remotes: 3, pages: 5, publishes: 10 },
  '100 remotes': { remotes: 100, pages: 5, publishes: 10 },
  '1,000 pages': { remotes: 3, pages: 1000, publishes: 10 },
  '10,000 publishes': { remotes: 3, pages: 5, publishes: 10_000 },
} as const;
type Size = keyof typeof sizes;
const names = Object.keys(sizes) as readonly Size[];
const smallest = '3 remotes, 5 pages, 10 publishes';

const script = path.join(import.meta.dirname, 'growth-command.ts');

/**
 * Runs the script with tsx.
 * @returns milliseconds of processor that it took, in all its processes, and what it printed
 */
async function runTimed(args: readonly string[]) {
  const command = [process.execPath, '--import', 'tsx', script, ...args];
  // Node does not count what its children have used; a shell does (POSIX, `times`: its own, then theirs).
  const { stdout } = await promisify(execFile)('sh', ['-c', '"$@" && times', 'sh', ...command], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const lines = stdout.trim().split('\n');
  const ofChildren = lines.at(-1) ?? '';
  const times = [...ofChildren.matchAll(/(\d{1,4})m([\d.]{1,12})s/g)];
  if (times.length !== 2) throw new Error(`The shell's \`times\` said "${ofChildren}".`);
  const processor = times.reduce((sum, [, m, s]) => sum + Number(m) * 60_000 + Number(s) * 1000, 0);
  return { processor, output: lines.slice(0, -2).join('\n') };
}

/** Milliseconds of processor and by the clock, and bytes of memory at most. */
type Cost = Readonly<Record<'processor' | 'clock' | 'memory', number>>;

async function run(words: readonly string[]): Promise<Cost> {
  const began = performance.now();
  const { processor, output } = await runTimed(words);
  const clock = performance.now() - began;
  return { processor, clock, memory: Number(output.split('\n').at(-1)) };
}

/** @param bucket empty: a folder */
async function measureCosts(folder: string, bucket: string, rounds: number) {
  const costs = new Map<Size, Cost[]>();
  const about = new Map<Size, readonly string[]>();
  const place = bucket === '' ? 'in a folder' : 'in a bucket';
  for (const [n, size] of names.entries()) {
    terminal.write(`making a site ${place}: ${size}\n`);
    const { remotes, pages, publishes } = sizes[size];
    const root = path.join(folder, `site-${n}${bucket}`);
    const words = [root, bucket, ...[remotes, pages, publishes].map(String)];
    await mkdir(root);
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
  return (size: Size, metric: keyof Cost) =>
    summarize((costs.get(size) ?? []).map((cost) => cost[metric])).median;
}

/** @param measured in a folder, and in a bucket where there is a gateway */
function goalRow(
  title: string,
  max: number,
  format: (value: number) => string,
  ...measured: readonly number[]
): GoalRow {
  const isKept = measured.every((each) => each <= max);
  return { title, goal: `≤ ${format(max)}`, measured: measured.map(format).join(' and '), isKept };
}

/** The costs in a folder, and in a bucket of a gateway of its own where one is installed. */
async function measurePlaces(folder: string, rounds: number) {
  const inFolder = await measureCosts(folder, '', rounds);
  if (!hasGateway()) return [inFolder];
  const gateway = await startGateway();
  try {
    await gateway.createBucket('growth');
    return [inFolder, await measureCosts(folder, 'growth', rounds)];
  } finally {
    await gateway.stop();
  }
}

/**
 * Measures the cost of a publish at several sizes of a site.
 * @param folder is empty; holds everything that is made
 */
export async function measureGrowth(folder: string, isQuick: boolean) {
  const rounds = isQuick ? 1 : 3;
  const places = await measurePlaces(folder, rounds);
  const all = (size: Size, metric: keyof Cost) => places.map((typical) => typical(size, metric));
  const growth = (size: Size) =>
    places.map((typical) => typical(size, 'processor') / typical(smallest, 'processor'));
  const tables = places.map((typical, n): Table => ({
    title: `\`publish pricing\`, in a ${n === 0 ? 'folder' : 'bucket'}`,
    head: ['', 'processor', 'clock', 'memory, at most'],
    rows: names.map((size) => [
      size,
      ...[typical(size, 'processor'), typical(size, 'clock')].map(formatDuration),
      formatBytes(typical(size, 'memory')),
    ]),
  }));
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
  const asRatio = (value: number) => formatValue(value, 'ratio');
  const memory = Math.max(...names.flatMap((size) => all(size, 'memory')));
  const clock = all('1,000 pages', 'clock');
  return {
    rounds,
    goals: [
      goalRow('A publish at 100 remotes to one at 3', 1.5, asRatio, ...growth('100 remotes')),
      goalRow(
        'A publish with 10,000 publishes behind it to one with 10',
        1.2,
        asRatio,
        ...growth('10,000 publishes'),
      ),
      goalRow('A publish of 1,000 pages by the clock', 10_000, formatDuration, ...clock),
      goalRow(
        'Pins of a page at 100 remotes, over those at 3',
        3000,
        formatBytes,
        many.bytes - few.bytes,
      ),
      goalRow('Memory of the tool', 400_000_000, formatBytes, memory),
    ],
    tables: [...tables, pins],
  };
}
