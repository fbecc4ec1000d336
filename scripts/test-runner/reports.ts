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
    testResults: v.array(
      v.object({
        assertionResults: v.array(v.object({ status: v.string(), fullName: v.string() })),
      }),
    ),
  }),
  v.transform((report) => ({
    passed: report.numPassedTests,
    // A test file that could not be run counts as one failure.
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => !['passed', 'failed'].includes(status))
      .map(({ fullName }) => fullName),
  })),
);

interface Suite {
  readonly specs: readonly { title: string; tests: readonly { status: string }[] }[];
  readonly suites: readonly Suite[];
}

const spec = v.object({ title: v.string(), tests: v.array(v.object({ status: v.string() })) });
const suite: v.GenericSchema<unknown, Suite> = v.object({
  specs: v.optional(v.array(spec), []),
  suites: v.optional(v.array(v.lazy(() => suite)), []),
});

const skippedIn = ({ specs, suites }: Suite): string[] => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'skipped'))
    .map(({ title }) => title),
  ...suites.flatMap(skippedIn),
];

const playwrightReport = v.pipe(
  v.object({
    suites: v.array(suite),
    errors: v.array(v.unknown()),
    stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
  }),
  v.transform(({ suites, errors, stats }) => ({
    passed: stats.expected,
    // An error outside of any test: a spec that cannot be loaded, a worker that died.
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: suites.flatMap(skippedIn),
  })),
);

const schemas = { jest: jestReport, Playwright: playwrightReport };
export type Runner = keyof typeof schemas;

/**
 * Reads the JSON report of a test runner.
 * @param text null when it has written none
 * @param code its exit code; null when a signal ended it
 */
export function readReport(runner: Runner, text: string | null, code: number | null): Outcome {
  const counts =
    text === null
      ? { passed: 0, failed: 0, skipped: [] }
      : v.parse(schemas[runner], JSON.parse(text));
  let problem: string | null = null;
  if (text === null) problem = `${runner} ended without a report.`;
  else if (counts.failed === 0 && counts.passed === 0) problem = `${runner} has run no test.`;
  else if (counts.failed === 0 && code !== 0)
    problem = `${runner} ended with ${code ?? 'a signal'}.`;
  return { ...counts, failed: counts.failed + (problem === null ? 0 : 1), problem };
}
