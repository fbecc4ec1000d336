import { playwrightOutcome } from './playwright-report';

const ended = (code: number | null, output = '') => ({ code, output, timedOut: false });

const spec = (title: string, status: string) => ({ title, tests: [{ status }] });

const reportOf = (stats: object, more: object = {}): string =>
  JSON.stringify({
    suites: [],
    errors: [],
    stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
    ...more,
  });

test('a good run counts its tests and says nothing', () => {
  expect(playwrightOutcome(reportOf({ expected: 7 }), ended(0, '·······'))).toEqual({
    passed: 7,
    failed: 0,
    skipped: [],
    output: '',
  });
});

test('failed tests are failures, and one that passes when it is tried again is not', () => {
  const report = reportOf({ expected: 1, unexpected: 2, flaky: 1 });
  expect(playwrightOutcome(report, ended(1, 'why'))).toMatchObject({
    passed: 2,
    failed: 2,
    output: 'why',
  });
});

test('an error outside of the tests is a failure', () => {
  const report = reportOf({ expected: 1 }, { errors: [{ message: 'SyntaxError' }] });
  expect(playwrightOutcome(report, ended(1))).toMatchObject({ passed: 1, failed: 1 });
});

test('skipped tests are named, however deep they lie', () => {
  const suites = [
    {
      specs: [spec('one', 'expected'), spec('two', 'skipped')],
      suites: [{ specs: [spec('three', 'skipped')] }],
    },
    { suites: [{ suites: [{ specs: [spec('four', 'skipped')] }] }] },
  ];
  const report = reportOf({ expected: 1, skipped: 3 }, { suites });
  expect(playwrightOutcome(report, ended(0)).skipped).toEqual(['two', 'three', 'four']);
});

test('a run without a report, a run of no test and a bad end are failures', () => {
  expect(playwrightOutcome(null, ended(1)).failed).toBe(1);
  expect(playwrightOutcome(reportOf({}), ended(0)).failed).toBe(1);
  expect(playwrightOutcome(reportOf({ expected: 2 }), ended(1)).failed).toBe(1);
  expect(playwrightOutcome(reportOf({ expected: 2 }), ended(null)).failed).toBe(1);
});
