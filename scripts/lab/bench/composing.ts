import path from 'node:path';
import { terminal } from '../../platform/output';
import { runTimed } from './processor-time';
import type { GoalRow } from './report';
import { formatSummary, formatValue, summarize } from './statistics';

const script = path.join(import.meta.dirname, 'compose-live.ts');

/** Milliseconds of processor that composing these apps takes, in all processes; no app: what it takes to start. */
const processorTime = async (siteDir: string, apps: readonly string[]) =>
  (await runTimed(script, [siteDir, ...apps])).processor;

const most = 0.25;

/**
 * The part of one remote in what composing all pages takes of a processor, each round in turn with composing the host
 * alone, whose places are empty then.
 * @param siteDir the store of a site
 * @param remotes those that it has
 */
export async function measureComposing(
  siteDir: string,
  remotes: readonly string[],
  rounds: number,
): Promise<GoalRow> {
  const whole: number[] = [];
  const parts: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = await processorTime(siteDir, []);
    const host = (await processorTime(siteDir, ['host'])) - start;
    const all = (await processorTime(siteDir, ['host', ...remotes])) - start;
    whole.push(all);
    parts.push((all - host) / remotes.length / all);
    terminal.write(`composing, round ${round + 1} of ${rounds}\n`);
  }
  const part = summarize(parts);
  return {
    title: 'Composing all pages: the part of one remote in the time of a processor',
    goal: `≤ ${formatValue(most, 'ratio')}`,
    measured: `${formatSummary(part, 'ratio')} of ${formatSummary(summarize(whole), 'ms')}`,
    isKept: part.median <= most,
  };
}
