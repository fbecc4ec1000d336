import { readReport } from './reports';

const jestReport = (counts: object, ...statuses: string[]): string =>
  JSON.stringify({
    ...{ numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 0 },
    testResults: [
      {
        assertionResults: statuses.map((status, index) => ({ status, fullName: `test ${index}` })),
      },
    ],
    ...counts,
  });

const playwrightReport = (stats: object, more: object = {}): string =>
  JSON.stringify({
    suites: [],
    errors: [],
    stats: { expected: 0, unexpected: 0, flaky: 0, ...stats },
    ...more,
  });

test('a good run counts its tests', () => {
  const expected = { passed: 3, failed: 0, skipped: [], problem: null };
  expect(readReport('jest', jestReport({ numPassedTests: 3 }, 'passed'), 0)).toEqual(expected);
  expect(readReport('Playwright', playwrightReport({ expected: 3 }), 0)).toEqual(expected);
});

test('failed tests are failures, and so is one that passes when it is tried again', () => {
  const jest = jestReport({ numPassedTests: 1, numFailedTests: 2 });
  expect(readReport('jest', jest, 1)).toMatchObject({ passed: 1, failed: 2, problem: null });
  const playwright = playwrightReport({ expected: 1, unexpected: 2, flaky: 1 });
  expect(readReport('Playwright', playwright, 1)).toMatchObject({ passed: 1, failed: 3 });
});

test('a test file that cannot be run is a failure', () => {
  const jest = jestReport({ numPassedTests: 5, numRuntimeErrorTestSuites: 1 });
  expect(readReport('jest', jest, 1)).toMatchObject({ passed: 5, failed: 1 });
  const playwright = playwrightReport({ expected: 1 }, { errors: [{ message: 'SyntaxError' }] });
  expect(readReport('Playwright', playwright, 1)).toMatchObject({ passed: 1, failed: 1 });
});

test('skipped and planned tests are named, however deep they lie', () => {
  const jest = jestReport({ numPassedTests: 1 }, 'passed', 'pending', 'todo');
  expect(readReport('jest', jest, 0).skipped).toEqual(['test 1', 'test 2']);
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] });
  const suites = [
    {
      specs: [spec('one', 'expected'), spec('two', 'skipped')],
      suites: [{ specs: [spec('three', 'skipped')] }],
    },
    { suites: [{ suites: [{ specs: [spec('four', 'skipped')] }] }] },
  ];
  const playwright = playwrightReport({ expected: 1 }, { suites });
  expect(readReport('Playwright', playwright, 0).skipped).toEqual(['two', 'three', 'four']);
});

test('a run without a report, a run of no test and a bad end are failures', () => {
  expect(readReport('jest', null, 1)).toMatchObject({
    failed: 1,
    problem: 'jest ended without a report.',
  });
  expect(readReport('Playwright', playwrightReport({}), 0)).toMatchObject({
    failed: 1,
    problem: 'Playwright has run no test.',
  });
  const good = jestReport({ numPassedTests: 4 });
  expect(readReport('jest', good, 1)).toMatchObject({
    ...{ passed: 4, failed: 1 },
    problem: 'jest ended with 1.',
  });
  expect(readReport('jest', good, null).problem).toContain('a signal');
});
