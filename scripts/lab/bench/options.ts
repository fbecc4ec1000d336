import { parseArgs } from 'node:util';

/** What can be measured, in this order. */
export const partNames = [
  'visits',
  'lighthouse',
  'second-visit',
  'deploys',
  'signals',
  'canary',
  'bucket',
] as const;
export type PartName = (typeof partNames)[number];

export const benchUsage = `Usage: npm run bench -- [options]
  --quick           three rounds in place of nine, and one of everything else
  --only <parts>    some of ${partNames.join(', ')}, with commas
  --readme          tables and chart go into the README
Results are written to .reports/bench.
`;

/**
 * @returns rounds of visits, the parts to measure, and whether tables and chart go into the README; null
 *   where only the usage is asked for
 * @throws Error whose message says in one sentence what makes no sense
 */
export function readBenchOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean' },
      only: { type: 'string', default: partNames.join(',') },
      readme: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return null;
  const chosen = values.only.split(',');
  const unknown = chosen.filter((name) => !partNames.some((part) => part === name));
  if (unknown.length > 0) {
    throw new Error(
      `There is nothing to measure called ${unknown.join(', ')}; there are ${partNames.join(', ')}.`,
    );
  }
  const parts = partNames.filter((part) => chosen.includes(part));
  return { runs: values.quick ? 3 : 9, parts, readme: values.readme };
}
export type BenchOptions = NonNullable<ReturnType<typeof readBenchOptions>>;
