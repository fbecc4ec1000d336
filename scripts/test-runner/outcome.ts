/** What one step of the test run came to. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** Names of the tests that were skipped. */
  readonly skipped: readonly string[];
  /** What to read: failures in full; empty when there is nothing to say. */
  readonly output: string;
}

export const noOutcome: Outcome = { passed: 0, failed: 0, skipped: [], output: '' };

/** The outcome of a check that either holds or not. */
export function checkOutcome(holds: boolean, output: string): Outcome {
  return holds
    ? { ...noOutcome, passed: 1 }
    : { ...noOutcome, failed: 1, output: output.trim() || 'It failed and said nothing.' };
}

/** A step that did not do its work: one failure that no test stands for. */
export function crashOutcome(reason: string, output: string): Outcome {
  return { ...noOutcome, failed: 1, output: `${output.trim()}\n${reason}`.trim() };
}

/** The same outcome with one more failure that no test stands for. */
export function withFailure(outcome: Outcome, reason: string): Outcome {
  return {
    ...outcome,
    failed: outcome.failed + 1,
    output: `${outcome.output.trim()}\n${reason}`.trim(),
  };
}

export function sumOutcomes(outcomes: readonly Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
    skipped: outcomes.flatMap(({ skipped }) => skipped),
    output: '',
  };
}
