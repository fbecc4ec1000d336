import { appNamed } from '@composed/tooling/build/apps';
import { defaultBudget, findExcesses, type Kind, limitsOf, type Load } from './budget';

const limits = new Map([
  ['host', { script: 1000, html: 300 }],
  ['pricing', { script: 500, html: 200 }],
]);
const load = (app: string, place: string, bytes: number): Load => ({
  ...{ place, apps: [app], kind: 'script', bytes },
});

test('one byte more is over, and the greatest excess comes first', () => {
  const html = { place: 'index.html', apps: ['host', 'pricing'], kind: 'html' } as const;
  const loads = [load('host', 'index.html', 1001), load('pricing', 'index.html', 500)];
  expect(findExcesses([...loads, { ...html, bytes: 502 }], limits)).toEqual([
    { ...html, bytes: 502, limit: 500, over: 2 },
    { ...load('host', 'index.html', 1001), limit: 1000, over: 1 },
  ]);
});

test('an app is named once, with the page on which it is over by most', () => {
  const loads = [501, 503, 502].map((bytes, n) => load('pricing', `${n}.html`, bytes));
  expect(findExcesses(loads, limits).map(({ place }) => place)).toEqual(['1.html']);
});

const sumOf = (apps: readonly string[], kind: Kind) => {
  const limits = apps.map((app) => limitsOf(defaultBudget, app, appNamed(app).budget)[kind]);
  return limits.reduce<number>((sum, limit = Infinity) => sum + limit, 0);
};

test.each([
  ['/', 'pricing', { script: 104_400, html: 14_900 }],
  ['/signup', 'signup', { script: 117_300, html: 11_500 }],
] as const)('the apps of %s may not take more than this together', (_page, remote, most) => {
  for (const kind of ['script', 'html'] as const) {
    expect(sumOf(['host', remote], kind)).toBeLessThanOrEqual(most[kind]);
  }
});
