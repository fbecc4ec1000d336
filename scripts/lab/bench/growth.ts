import path from 'node:path';
import { performance } from 'node:perf_hooks';
import * as v from 'valibot';
import { terminal } from '@composed/command/output';
import { formatBytes, formatDuration } from '@composed/command/format';
import { hasGateway } from '@composed/command/browser.mjs';
import { startGateway } from '../../tests/helpers/s3-gateway';
import { runTimed } from './processor-time';
import { htmlBytes } from './growth-html';
import type { GoalRow, Table } from './report';
import { measureServing } from './growth-serve';
import { compareRounds, formatSummary, formatValue, summarize } from './statistics';

/* What commands cost as a site grows. Each is a process of its own, in a checkout that has compressed nothing yet. */

const exact = (count: number) => count.toLocaleString('en-US');

const small = { remotes: 3, pages: 5, publishes: 10 };
const smallest = '3 remotes, 5 pages, 10 publishes';
const sizes = {
  '3 remotes, 5 pages, 10 publishes': small,
  '30 remotes': { ...small, remotes: 30 },
  '100 remotes': { ...small, remotes: 100 },
  '100 pages': { ...small, pages: 100 },
  '1,000 pages': { ...small, pages: 1000 },
  '1,000 publishes': { ...small, publishes: 1000 },
  '10,000 publishes': { ...small, publishes: 10_000 },
} as const;
type Size = keyof typeof sizes;
const sizeNames = Object.keys(sizes) as readonly Size[];

const commands = ['publish pricing', 'rollback pricing', 'status'] as const;
type Command = (typeof commands)[number];
type Place = 'folder' | 'bucket';

/** What one run of a command took. */
interface Cost {
  /** Milliseconds of processor beyond what it takes to start, and by the clock. */
  readonly processor: number;
  readonly clock: number;
  /** Objects of the store that were read or written; for a bucket, requests. */
  readonly requests: number;
  readonly bytes: number;
  /** Bytes of memory, at most. */
  readonly memory: number;
}

const script = path.join(import.meta.dirname, 'growth-command.ts');
const printed = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ requests: v.number(), bytes: v.number(), memory: v.number() }),
);

/** Makes a site. @returns runs a command of it */
async function makeSite(root: string, place: Place, size: Size) {
  const { remotes, pages, publishes } = sizes[size];
  const prefix = place === 'bucket' ? `${path.basename(root)}/` : '';
  const about = [root, prefix, ...[remotes, pages, publishes].map(String)];
  await runTimed(script, about);
  return async (source: string, words: readonly string[]): Promise<Cost> => {
    const began = performance.now();
    const { processor, output } = await runTimed(script, [...about, source, ...words]);
    const clock = performance.now() - began;
    return { ...v.parse(printed, output.split('\n').at(-1)), processor, clock };
  };
}

/** The costs of one command at one size, by round. */
type Costs = ReadonlyMap<string, readonly Cost[]>;
const nameOf = (place: Place, size: Size, command: Command) => [place, size, command].join();

async function measureCosts(folder: string, names: readonly Size[], rounds: number) {
  const gateway = hasGateway() ? await startGateway() : null;
  await gateway?.createBucket('growth');
  const places: readonly Place[] = gateway ? ['folder', 'bucket'] : ['folder'];
  const costs = new Map<string, Cost[]>();
  const served = new Map<string, string>();
  try {
    const sites = [];
    for (const place of places) {
      for (const size of names) {
        terminal.write(`making a site in a ${place}: ${size}\n`);
        const root = path.join(folder, `site-${sites.length}`);
        sites.push({ place, size, run: await makeSite(root, place, size) });
        const isYoung = sizes[size].publishes === small.publishes;
        if (place === 'folder' && isYoung) served.set(size, root);
      }
    }
    for (let round = 1; round <= rounds; round += 1) {
      for (const { place, size, run } of sites) {
        terminal.write(`round ${round} of ${rounds}: ${size}, in a ${place}\n`);
        const start = await run('', []);
        for (const command of commands) {
          const cost = await run(`round ${round}`, command.split(' '));
          const processor = Math.max(0, cost.processor - start.processor);
          const name = nameOf(place, size, command);
          costs.set(name, [...(costs.get(name) ?? []), { ...cost, processor }]);
        }
      }
    }
  } finally {
    await gateway?.stop();
  }
  const serving = await measureServing(served, 2 * rounds);
  return { places, costs, serving };
}

/** Pages per second, and how much slower than the smallest site. */
function servingOf(metrics: Awaited<ReturnType<typeof measureServing>>) {
  const base = metrics.get(smallest) ?? [];
  const slower = [...metrics].map(
    ([size, of]) => [size, compareRounds(base, of, 'ratio')] as const,
  );
  const table: Table = {
    title: 'Pages that `serve` gives in a second from a folder',
    head: ['', 'a second', 'slower'],
    rows: [...metrics].map(([size, of], n) => [
      size,
      count(summarize(of).median),
      formatSummary(slower[n]?.[1] ?? summarize([NaN]), 'ratio'),
    ]),
  };
  const most = slower.map(([, { median }]) => median);
  return {
    table,
    goal: goalRow('`serve` at any size to the smallest', 1.1, asRatio, [Math.max(...most)]),
  };
}

const typical = (costs: Costs, name: string, metric: keyof Cost) =>
  summarize((costs.get(name) ?? []).map((cost) => cost[metric])).median;

const count = (value: number) => Math.round(value).toLocaleString('en-US');

function costTable(
  costs: Costs,
  places: readonly Place[],
  names: readonly Size[],
  command: Command,
): Table {
  const of = (place: Place, size: Size, metric: keyof Cost) =>
    typical(costs, nameOf(place, size, command), metric);
  return {
    title: `\`${command}\``,
    head: [
      '',
      ...places.flatMap((place) => [`${place}: processor`, 'clock', 'requests', 'bytes']),
      'memory, at most',
    ],
    rows: names.map((size) => [
      size,
      ...places.flatMap((place) => [
        formatDuration(of(place, size, 'processor')),
        formatDuration(of(place, size, 'clock')),
        count(of(place, size, 'requests')),
        formatBytes(of(place, size, 'bytes')),
      ]),
      formatBytes(Math.max(...places.map((place) => of(place, size, 'memory')))),
    ]),
  };
}

const asRatio = (value: number) => formatValue(value, 'ratio');

function goalRow(
  title: string,
  most: number,
  format: (value: number) => string,
  measured: readonly number[],
): GoalRow {
  return {
    title,
    goal: `≤ ${format(most)}`,
    measured: measured.map(format).join(' and '),
    isKept: measured.every((value) => value <= most),
  };
}

function goalsOf(costs: Costs, places: readonly Place[], names: readonly Size[]): GoalRow[] {
  const publish = (place: Place, size: Size, metric: keyof Cost) =>
    typical(costs, nameOf(place, size, 'publish pricing'), metric);
  const ratios = (size: Size) =>
    places.map(
      (place) => publish(place, size, 'processor') / publish(place, smallest, 'processor'),
    );
  const at = `in a ${places.join(' and in a ')}`;
  const all = [...costs.values()].flat().map(({ memory }) => memory);
  const most = names.at(-1) ?? smallest;
  return [
    goalRow(`A publish at 100 remotes to one at 3, ${at}`, 1.5, asRatio, ratios('100 remotes')),
    goalRow(`A publish with ${most} behind it to one with 10, ${at}`, 1.2, asRatio, ratios(most)),
    goalRow(
      `A publish of 1,000 pages by the clock, ${at}`,
      10_000,
      formatDuration,
      places.map((place) => publish(place, '1,000 pages', 'clock')),
    ),
    goalRow('Memory of the tool', 400_000_000, formatBytes, [Math.max(...all)]),
  ];
}

/**
 * Measures what commands cost at several sizes of a site, and what visitors pay.
 * @param folder is empty; holds everything that is made
 */
export async function measureGrowth(folder: string, isQuick: boolean) {
  const names = isQuick ? sizeNames.filter((name) => name !== '10,000 publishes') : sizeNames;
  const rounds = isQuick ? 1 : 3;
  const { places, costs, serving } = await measureCosts(folder, names, rounds);
  const served = servingOf(serving);
  const html = new Map([3, 30, 100].map((remotes) => [remotes, htmlBytes(remotes)]));
  const longer = (html.get(100) ?? 0) - (html.get(3) ?? 0);
  const visitors: Table = {
    title: 'HTML of a page that shows two remotes, compressed',
    head: ['', ...[...html.keys()].map((remotes) => `${remotes} remotes`)],
    rows: [
      ['bytes', ...[...html.values()].map(exact)],
      [
        'of them hashes in the policy',
        ...[...html].map(([remotes, bytes]) => exact(bytes - htmlBytes(remotes, false))),
      ],
    ],
  };
  return {
    rounds,
    goals: [
      ...goalsOf(costs, places, names),
      served.goal,
      goalRow('HTML of such a page at 100 remotes over 3', 3000, formatBytes, [longer]),
    ],
    tables: [
      ...commands.map((command) => costTable(costs, places, names, command)),
      served.table,
      visitors,
    ],
  };
}
