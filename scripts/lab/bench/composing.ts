import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { terminal } from '../../platform/output';
import type { GoalRow } from './report';
import { formatSummary, formatValue, summarize } from './statistics';

const script = path.join(import.meta.dirname, 'compose-live.ts');

/** Milliseconds of processor that composing these apps takes, in all processes; no app: what it takes to start. */
async function processorTime(siteDir: string, apps: readonly string[]): Promise<number> {
  const command = [process.execPath, '--import', 'tsx', script, siteDir, ...apps];
  // Node does not count what its children have used; a shell does (POSIX, `times`: its own, then theirs).
  const { stdout } = await promisify(execFile)('sh', ['-c', '"$@" && times', 'sh', ...command]);
  const ofChildren = stdout.trim().split('\n').at(-1) ?? '';
  const times = [...ofChildren.matchAll(/(\d{1,4})m([\d.]{1,12})s/g)];
  if (times.length !== 2) throw new Error(`The shell's \`times\` said "${ofChildren}".`);
  return times.reduce((sum, [, min, s]) => sum + Number(min) * 60_000 + Number(s) * 1000, 0);
}

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
