import * as v from 'valibot';

/** What a step of the test run came to. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** Names of the tests that were skipped. */
  readonly skipped: readonly string[];
  /** A failure that no test stands for, in a sentence; it counts as one. */
  readonly problem: string | null;
}

const jestReport = v.pipe(
  v.object({
    numPassedTests: v.number(),
    numFailedTests: v.number(),
    numRuntimeErrorTestSuites: v.number(),
  }),
  v.transform((report) => ({
    passed: report.numPassedTests,
    // A test file that could not be run counts as one failure.
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  })),
);

const playwrightReport = v.pipe(
  v.object({
    errors: v.array(v.unknown()),
    stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
  }),
  v.transform(({ errors, stats }) => ({
    passed: stats.expected,
    // An error outside of any test: a spec that cannot be loaded, a worker that died.
    failed: stats.unexpected + stats.flaky + errors.length,
  })),
);

const schemas = { jest: jestReport, Playwright: playwrightReport };
export type Runner = keyof typeof schemas;

const isRun = (status: string) => ['passed', 'failed'].includes(status);
/** A test that was skipped or is only planned: jest's form, then Playwright's. */
const skippedTest = v.union([
  v.object({
    fullName: v.string(),
    status: v.pipe(
      v.string(),
      v.check((status) => !isRun(status)),
    ),
  }),
  v.pipe(
    v.object({ title: v.string(), tests: v.array(v.object({ status: v.string() })) }),
    v.check(({ tests }) => tests.some(({ status }) => status === 'skipped')),
  ),
]);

/** Names of the skipped tests, however deep they lie in a report. */
function skippedIn(report: unknown): string[] {
  if (v.is(skippedTest, report)) return ['title' in report ? report.title : report.fullName];
  if (typeof report !== 'object' || report === null) return [];
  return Object.values(report).flatMap(skippedIn);
}

/**
 * Reads the JSON report of a test runner.
 * @param text null when it has written none
 * @param code its exit code; null when a signal ended it
 */
export function readReport(runner: Runner, text: string | null, code: number | null): Outcome {
  const report: unknown = text === null ? null : JSON.parse(text);
  const counts = report === null ? { passed: 0, failed: 0 } : v.parse(schemas[runner], report);
  let problem: string | null = null;
  if (text === null) problem = `${runner} ended without a report.`;
  else if (counts.failed === 0 && counts.passed === 0) problem = `${runner} has run no test.`;
  else if (counts.failed === 0 && code !== 0)
    problem = `${runner} ended with ${code ?? 'a signal'}.`;
  const failed = counts.failed + (problem === null ? 0 : 1);
  return { ...counts, failed, skipped: skippedIn(report), problem };
}
