import { judge, p75, type Tally } from './judge';

const tally = (visits: number, change: Partial<Tally> = {}): Tally => ({
  visits,
  faulty: 0,
  unhydrated: 0,
  lcp: new Map([
    [1000, 0.8 * visits],
    [2000, 0.2 * visits],
  ]),
  inp: new Map([[100, visits]]),
  ...change,
});

test.each([
  ['with a fault', { faulty: 40 }],
  ['never hydrated', { unhydrated: 40 }],
  [
    'with LCP over 1000 ms',
    {
      lcp: new Map([
        [1000, 100],
        [2000, 100],
      ]),
    },
  ],
  [
    'with INP over 100 ms',
    {
      inp: new Map([
        [100, 100],
        [200, 100],
      ]),
    },
  ],
])('a canary of more visits %s is aborted, and the reason says so', (reason, change) => {
  const verdict = judge(tally(200, change), tally(2000), false);
  expect(verdict).toMatchObject({ action: 'abort' });
  expect(verdict.reason).toContain(reason);
});

test('one that is better, or slower by less than a step, is not', () => {
  const live = tally(2000, { faulty: 400, unhydrated: 400 });
  expect(judge(tally(500), live, false).action).toBe('hold');
  const slightly = new Map([
    [1000, 380],
    [2000, 120],
  ]);
  expect(judge(tally(500, { lcp: slightly }), tally(20_000), false).action).toBe('hold');
});

test('it is promoted only when asked, with enough visits that show nothing', () => {
  expect(judge(tally(300), tally(300), false).action).toBe('hold');
  expect(judge(tally(300), tally(300), true).action).toBe('promote');
  expect(judge(tally(299), tally(5000), true)).toEqual({
    action: 'hold',
    reason: '299 of 300 visits to compare',
  });
  expect(judge(tally(5000), tally(299), true).action).toBe('hold');
  expect(judge(tally(300, { faulty: 5 }), tally(3000), true).action).toBe('hold');
});

test('nothing is decided by silence, by few visitors or by one network', () => {
  expect(judge(tally(0), tally(0), true).action).toBe('hold');
  expect(judge(tally(4, { faulty: 1 }), tally(20), true).action).toBe('hold');
  // As many as the collector lets one network decide with, against any number of good ones.
  expect(judge(tally(2, { faulty: 2, unhydrated: 2 }), tally(100_000), true).action).toBe('hold');
});

test('a live site without visits condemns no canary', () => {
  expect(judge(tally(50, { faulty: 50 }), tally(0), true).action).toBe('hold');
});

test('three of four visits keep to the 75th percentile', () => {
  expect(
    p75(
      new Map([
        [200, 1],
        [100, 3],
      ]),
    ),
  ).toBe(100);
  expect(
    p75(
      new Map([
        [200, 2],
        [100, 2],
      ]),
    ),
  ).toBe(200);
  expect(p75(new Map())).toBeNull();
});
