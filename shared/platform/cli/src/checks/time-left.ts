import { readFile, writeFile } from 'node:fs/promises';
import * as v from 'valibot';

/** A step, whose duration depends on its arguments. */
interface TimedStep {
  readonly command: readonly string[];
}

const timesSchema = v.record(v.string(), v.number());

const keyOf = ({ command }: TimedStep) => command.join(' ');

/** '9 minutes', '40 seconds' */
function formatTime(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes > 1 ? `${minutes} minutes` : `${Math.ceil(ms / 1000)} seconds`;
}

/**
 * Estimates how long a run takes by the last durations of its steps. The groups run at the same time.
 * @param file records the durations; null: they are not recorded
 */
export async function openStepTimes(
  groups: readonly (readonly TimedStep[])[],
  file: string | null,
) {
  const text = file === null ? '{}' : await readFile(file, 'utf8').catch(() => '{}');
  const times = new Map(Object.entries(v.parse(timesSchema, JSON.parse(text))));
  const startTimes = new Map<TimedStep, number>();
  const done = new Set<TimedStep>();

  const estimateLeft = (step: TimedStep): number => {
    if (done.has(step)) return 0;
    const time = times.get(keyOf(step)) ?? NaN;
    const start = startTimes.get(step);
    return start === undefined ? time : Math.max(0, time - (Date.now() - start));
  };
  return {
    start: (step: TimedStep) => void startTimes.set(step, Date.now()),
    end: (step: TimedStep) => {
      times.set(keyOf(step), Date.now() - (startTimes.get(step) ?? Date.now()));
      done.add(step);
    },
    /** Returns the remaining time, or null when some step has never run on this machine. */
    left: (): string | null => {
      const sums = groups.map((group) => group.reduce((sum, step) => sum + estimateLeft(step), 0));
      const longest = Math.max(...sums);
      return Number.isNaN(longest) ? null : formatTime(longest);
    },
    save: async () => {
      if (file === null) return;
      const record = v.parse(timesSchema, Object.fromEntries(times));
      await writeFile(file, JSON.stringify(record));
    },
  };
}
