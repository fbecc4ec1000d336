import { parseArgs } from 'node:util';

/** What can be measured, in this order. */
export const partNames = [
  'visits',
  'lighthouse',
  'servers',
  'second-visit',
  'deploys',
  'builds',
  'edits',
] as const;
export type PartName = (typeof partNames)[number];

export interface BenchOptions {
  /** Rounds of visits; parts whose rounds are long take fewer. */
  readonly runs: number;
  readonly parts: readonly PartName[];
  /** Folder for results.json, table.md and chart.svg. */
  readonly out: string;
  /** Tables and chart go into the README. */
  readonly readme: boolean;
  readonly help: boolean;
}

/** The arguments make no sense; the message says why in one sentence. */
export class BenchUsageError extends Error {
  override readonly name = 'BenchUsageError';
}

export const benchUsage = `Usage: npm run bench -- [options]
  --runs <n>        rounds of visits (default 9)
  --quick           three rounds, and one of everything else
  --only <parts>    some of ${partNames.join(', ')}, with commas
  --out <folder>    for results.json, table.md and chart.svg (default .reports/bench)
  --readme          tables and chart go into the README
`;

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        runs: { type: 'string' },
        quick: { type: 'boolean' },
        only: { type: 'string', default: partNames.join(',') },
        out: { type: 'string', default: '.reports/bench' },
        readme: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new BenchUsageError(error instanceof Error ? error.message : String(error));
  }
}

/** @throws BenchUsageError */
export function readBenchOptions(args: readonly string[]): BenchOptions {
  const { runs: typed, quick, only, out, readme, help } = parse(args);
  const runs = typed ?? (quick ? '3' : '9');
  if (!/^[1-9]\d{0,2}$/.test(runs)) {
    throw new BenchUsageError(`--runs is "${runs}", but it must be a number from 1 to 999.`);
  }
  const chosen = only.split(',');
  const unknown = chosen.filter((name) => !partNames.some((part) => part === name));
  if (unknown.length > 0) {
    throw new BenchUsageError(
      `There is nothing to measure called ${unknown.join(', ')}; there are ${partNames.join(', ')}.`,
    );
  }
  const parts = partNames.filter((part) => chosen.includes(part));
  return { runs: Number(runs), parts, out, readme, help };
}
