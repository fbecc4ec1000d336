import { jestOutcome } from './jest-report';

const ended = (code: number | null, output = '') => ({ code, output, timedOut: false });

const reportOf = (counts: object, ...statuses: string[]): string =>
  JSON.stringify({
    numPassedTests: 0,
    numFailedTests: 0,
    numRuntimeErrorTestSuites: 0,
    testResults: [
      {
        assertionResults: statuses.map((status, index) => ({ status, fullName: `test ${index}` })),
      },
    ],
    ...counts,
  });

test('a good run counts its tests and says nothing', () => {
  const report = reportOf({ numPassedTests: 3 }, 'passed', 'passed', 'passed');
  expect(jestOutcome(report, ended(0, 'PASS a.test.ts\n'))).toEqual({
    passed: 3,
    failed: 0,
    skipped: [],
    output: '',
  });
});

test('failures are shown in full, passed files are not', () => {
  const report = reportOf({ numPassedTests: 1, numFailedTests: 2 });
  const output = 'PASS node a.test.ts\nFAIL node b.test.ts\n  ● it broke\nPASS node c.test.ts\n';
  expect(jestOutcome(report, ended(1, output))).toEqual({
    passed: 1,
    failed: 2,
    skipped: [],
    output: 'FAIL node b.test.ts\n  ● it broke',
  });
});

test('a test file that cannot be run is a failure', () => {
  const report = reportOf({ numPassedTests: 5, numRuntimeErrorTestSuites: 1 });
  expect(jestOutcome(report, ended(1)).failed).toBe(1);
});

test('skipped and planned tests are named', () => {
  const report = reportOf({ numPassedTests: 1 }, 'passed', 'pending', 'todo');
  expect(jestOutcome(report, ended(0)).skipped).toEqual(['test 1', 'test 2']);
});

test('a run without a report is a failure with what was printed', () => {
  const outcome = jestOutcome(null, ended(1, 'Cannot find module'));
  expect(outcome).toMatchObject({ passed: 0, failed: 1 });
  expect(outcome.output).toBe('Cannot find module\njest ended without a report.');
});

test('a run of no test is a failure', () => {
  expect(jestOutcome(reportOf({}), ended(0))).toMatchObject({ passed: 0, failed: 1 });
});

test('a bad end is a failure though every test passed', () => {
  const report = reportOf({ numPassedTests: 4 });
  expect(jestOutcome(report, ended(1, 'open handle'))).toMatchObject({
    passed: 4,
    failed: 1,
    output: 'open handle\njest ended with 1.',
  });
  expect(jestOutcome(report, ended(null)).output).toContain('a signal');
});

test('a report that is not one is refused', () => {
  expect(() => jestOutcome('{}', ended(0))).toThrow();
});
