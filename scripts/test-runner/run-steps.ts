import { crashOutcome, sumOutcomes, type Outcome } from './outcome';
import type { Step } from './steps';

/** Where the run tells how it goes, one line or block at a time. */
export type Tell = (text: string) => void;

/**
 * Runs the groups one after another, and the steps of a group at the same time. A failing step does
 * not stop the others; one that throws counts as one failure.
 * @returns the sum of all steps
 */
export async function runSteps(
  groups: readonly (readonly Step[])[],
  tell: Tell,
  now: () => number = Date.now,
): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const group of groups) {
    if (group.length === 0) continue;
    tell(`${group.map(({ title }) => title).join(', ')} …`);
    outcomes.push(...(await Promise.all(group.map((step) => runStep(step, tell, now)))));
  }
  return sumOutcomes(outcomes);
}

async function runStep(step: Step, tell: Tell, now: () => number): Promise<Outcome> {
  const start = now();
  const outcome = await step.run().catch((error: unknown) => crashOutcome(reasonOf(error), ''));
  const seconds = ((now() - start) / 1000).toFixed(1);
  const mark = outcome.failed === 0 ? '✓' : '✗';
  tell(`${mark} ${step.title}: ${countsOf(outcome)} (${seconds} s)`);
  if (outcome.output) tell(indent(outcome.output));
  return outcome;
}

/** @returns such as '3 passed, 1 failed'; the last line of the whole run has this form too */
export const countsOf = ({ passed, failed }: Outcome): string =>
  `${passed} passed, ${failed} failed`;

const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ');

const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
