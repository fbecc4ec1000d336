import * as v from 'valibot';
import { crashOutcome, withFailure, type Outcome } from './outcome';
import type { ProcessResult } from './run-process';

interface Suite {
  readonly specs: readonly { readonly title: string; readonly tests: readonly Test[] }[];
  readonly suites: readonly Suite[];
}

const test = v.object({ status: v.string() });
type Test = v.InferOutput<typeof test>;

const suite: v.GenericSchema<unknown, Suite> = v.object({
  specs: v.optional(v.array(v.object({ title: v.string(), tests: v.array(test) })), []),
  suites: v.optional(v.array(v.lazy(() => suite)), []),
});

const schema = v.object({
  suites: v.array(suite),
  errors: v.array(v.unknown()),
  stats: v.object({
    expected: v.number(),
    unexpected: v.number(),
    flaky: v.number(),
  }),
});

const skippedIn = ({ specs, suites }: Suite): string[] => [
  ...specs.flatMap(({ title, tests }) =>
    tests.filter(({ status }) => status === 'skipped').map(() => title),
  ),
  ...suites.flatMap(skippedIn),
];

/**
 * Reads Playwright's JSON report. A test that passes when it is tried again counts as passed; an error outside of any test (a
 * spec that cannot be loaded, a worker that died) counts as one failure each.
 * @param report its text, or null when Playwright has written none
 */
export function playwrightOutcome(report: string | null, { code, output }: ProcessResult): Outcome {
  if (report === null) return crashOutcome('Playwright ended without a report.', output);
  const { suites, errors, stats } = v.parse(schema, JSON.parse(report));
  const outcome: Outcome = {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: suites.flatMap(skippedIn),
    output: code === 0 ? '' : output.trim(),
  };
  if (outcome.failed > 0) return outcome;
  if (outcome.passed === 0) return crashOutcome('Playwright has run no test.', output);
  return code === 0
    ? outcome
    : withFailure(outcome, `Playwright ended with ${code ?? 'a signal'}.`);
}
