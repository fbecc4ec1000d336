import { judge, p75, type Tally } from './judge';

/** Milliseconds → how many visits. */
const times = (...counts: [ms: number, visits: number][]) => new Map(counts);

const tally = (visits: number, change: Partial<Tally> = {}): Tally => ({
  visits,
  faulty: 0,
  unhydrated: 0,
  lcp: times([1000, 0.8 * visits], [2000, 0.2 * visits]),
  inp: times([100, visits]),
  ...change,
});

test.each([
  ['with a fault', { faulty: 60 }],
  ['never hydrated', { unhydrated: 60 }],
  ['with LCP over 1000 ms', { lcp: times([1000, 100], [2000, 100]) }],
  ['with INP over 100 ms', { inp: times([100, 100], [200, 100]) }],
])('a canary with more visits %s is aborted for that reason', (reason, change) => {
  const verdict = judge(tally(200, change), tally(2000), 0.1, false);
  expect(verdict).toMatchObject({ action: 'abort' });
  expect(verdict.reason).toContain(reason);
});

test('a canary that is better or hardly slower is not aborted', () => {
  const live = tally(2000, { faulty: 400, unhydrated: 400 });
  expect(judge(tally(500), live, 0.2, false).action).toBe('hold');
  const slightly = times([1000, 380], [2000, 120]);
  expect(judge(tally(500, { lcp: slightly }), tally(20_000), 0.025, false).action).toBe('hold');
});

test('a canary is promoted only on request, after enough visits without harm', () => {
  expect(judge(tally(300), tally(300), 0.5, false).action).toBe('hold');
  expect(judge(tally(300), tally(300), 0.5, true).action).toBe('promote');
  expect(judge(tally(299), tally(5000), 0.05, true)).toEqual({
    action: 'hold',
    reason: '299 of 300 visits to compare',
  });
  expect(judge(tally(5000), tally(299), 0.9, true).action).toBe('hold');
  expect(judge(tally(300, { faulty: 5 }), tally(3000), 0.1, true).action).toBe('hold');
});

test('nothing is decided without visits or with few of them', () => {
  expect(judge(tally(0), tally(0), 0.2, true).action).toBe('hold');
  expect(judge(tally(4, { faulty: 1 }), tally(20), 0.2, true).action).toBe('hold');
});

test('forged telemetry needs more networks the more visitors there are', () => {
  const attacked = (networks: number, honest: number) => {
    const lies = { faulty: networks, unhydrated: networks };
    return judge(tally(honest + networks, lies), tally(10 * honest + 100), 0.09, false).action;
  };
  for (const honest of [0, 20, 100, 10_000]) {
    expect([honest, attacked(6, honest)]).toEqual([honest, 'hold']);
  }
  expect(attacked(80, 10_000)).toBe('hold');
  expect(attacked(1000, 10_000)).toBe('abort');
});

test.each([0, 3])('a canary with %d visits beside many live ones is aborted', (visits) => {
  const { action, reason } = judge(tally(visits), tally(50_000), 0.05, false);
  expect({ action, reason }).toEqual({
    action: 'abort',
    reason: `only ${visits} of ${50_000 + visits} visits were the canary’s, for 5 % of the visitors`,
  });
});

test('a canary with as many visits as its share predicts is not aborted', () => {
  expect(judge(tally(2400), tally(47_600), 0.05, false).action).toBe('hold');
  expect(judge(tally(0), tally(50), 0.05, false).action).toBe('hold');
});

test('no canary is aborted if the live site has no visits', () => {
  expect(judge(tally(50, { faulty: 50 }), tally(0), 0.5, true).action).toBe('hold');
});

test('the 75th percentile covers three of four visits', () => {
  expect(p75(times([200, 1], [100, 3]))).toBe(100);
  expect(p75(times([200, 2], [100, 2]))).toBe(200);
  expect(p75(new Map())).toBeNull();
});
