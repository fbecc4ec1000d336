import * as v from 'valibot';
import { crashOutcome, withFailure, type Outcome } from './outcome';
import type { ProcessResult } from './run-process';

const schema = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numRuntimeErrorTestSuites: v.number(),
  testResults: v.array(
    v.object({
      assertionResults: v.array(v.object({ status: v.string(), fullName: v.string() })),
    }),
  ),
});

const isSkipped = (status: string): boolean => !['passed', 'failed'].includes(status);

/**
 * Reads jest's report (`--json`). A test file that could not be run counts as one failure.
 * @param report its text, or null when jest has written none
 */
export function jestOutcome(report: string | null, { code, output }: ProcessResult): Outcome {
  if (report === null) return crashOutcome('jest ended without a report.', output);
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = v.parse(
    schema,
    JSON.parse(report),
  );
  const outcome: Outcome = {
    passed: numPassedTests,
    failed: numFailedTests + numRuntimeErrorTestSuites,
    skipped: testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => isSkipped(status))
      .map(({ fullName }) => fullName),
    output: code === 0 ? '' : withoutPasses(output),
  };
  if (outcome.failed > 0) return outcome;
  if (outcome.passed === 0) return crashOutcome('jest has run no test.', output);
  return code === 0 ? outcome : withFailure(outcome, `jest ended with ${code ?? 'a signal'}.`);
}

const withoutPasses = (output: string): string => output.replace(/^PASS .*\n/gm, '').trim();
