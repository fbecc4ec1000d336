import { parseArgs } from 'node:util';

/** What can be measured, in this order. */
export const parts = [
  'visits',
  'second-visit',
  'lighthouse',
  'builds',
  'deploys',
  'edits',
  'servers',
] as const;
export type Part = (typeof parts)[number];

export interface BenchOptions {
  /** Rounds of visits; the other parts take fewer where a round is long. */
  readonly runs: number;
  readonly parts: ReadonlySet<Part>;
  /** Folder for results.json, table.md and chart.svg. */
  readonly out: string;
  /** Table and chart go into the README. */
  readonly readme: boolean;
  readonly help: boolean;
}

/** What was typed cannot be meant; the message says why in one sentence. */
export class BenchUsageError extends Error {
  override readonly name = 'BenchUsageError';
}

export const benchUsage = `Usage: npm run bench -- [options]
  --runs <n>        rounds of visits (default 9)
  --quick           three rounds, and one of everything else
  --only <parts>    some of ${parts.join(', ')}, with commas
  --out <folder>    for results.json, table.md and chart.svg (default .reports/bench)
  --readme          table and chart go into the README
`;

const isPart = (word: string): word is Part => (parts as readonly string[]).includes(word);

/** @throws BenchUsageError */
export function readBenchOptions(words: readonly string[]): BenchOptions {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...words],
      options: {
        runs: { type: 'string' },
        quick: { type: 'boolean' },
        only: { type: 'string' },
        out: { type: 'string' },
        readme: { type: 'boolean' },
        help: { type: 'boolean' },
      },
      strict: true,
    }));
  } catch (error) {
    throw new BenchUsageError(error instanceof Error ? error.message : String(error));
  }
  const runs = values.runs ?? (values.quick ? '3' : '9');
  if (!/^[1-9]\d{0,2}$/.test(runs)) {
    throw new BenchUsageError(`--runs is "${runs}", but it must be a number from 1 to 999.`);
  }
  const chosen = values.only?.split(',') ?? parts;
  const unknown = chosen.filter((word) => !isPart(word));
  if (unknown.length > 0) {
    throw new BenchUsageError(
      `There is nothing to measure called ${unknown.join(', ')}; there are ${parts.join(', ')}.`,
    );
  }
  return {
    runs: Number(runs),
    parts: new Set(chosen.filter(isPart)),
    out: values.out ?? '.reports/bench',
    readme: values.readme ?? false,
    help: values.help ?? false,
  };
}
