import { readFile, writeFile } from 'node:fs/promises';
import * as v from 'valibot';

/** The part of a step that says what it runs: with other words for its tool it takes another time. */
interface Step {
  readonly command: readonly string[];
}

const timesSchema = v.record(v.string(), v.number());

const keyOf = ({ command }: Step) => command.join(' ');

/** '9 minutes', '40 seconds' */
function formatTime(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes > 1 ? `${minutes} minutes` : `${Math.ceil(ms / 1000)} seconds`;
}

/**
 * Says how long the groups of a run take, which run at the same time, by what their steps took here the last time.
 * @param file keeps these times from run to run; null: nobody keeps them
 */
export async function openTimes(groups: readonly (readonly Step[])[], file: string | null) {
  const text = file === null ? '{}' : await readFile(file, 'utf8').catch(() => '{}');
  const times = new Map(Object.entries(v.parse(timesSchema, JSON.parse(text))));
  const began = new Map<Step, number>();
  const done = new Set<Step>();

  const leftOf = (step: Step): number => {
    if (done.has(step)) return 0;
    const time = times.get(keyOf(step)) ?? NaN;
    const start = began.get(step);
    return start === undefined ? time : Math.max(0, time - (Date.now() - start));
  };
  return {
    start: (step: Step) => void began.set(step, Date.now()),
    end: (step: Step) => {
      times.set(keyOf(step), Date.now() - (began.get(step) ?? Date.now()));
      done.add(step);
    },
    /** The time that is left; null where some step has never run here. */
    left: (): string | null => {
      const sums = groups.map((group) => group.reduce((sum, step) => sum + leftOf(step), 0));
      const longest = Math.max(...sums);
      return Number.isNaN(longest) ? null : formatTime(longest);
    },
    keep: async () => {
      if (file === null) return;
      const record = v.parse(timesSchema, Object.fromEntries(times));
      await writeFile(file, JSON.stringify(record));
    },
  };
}
