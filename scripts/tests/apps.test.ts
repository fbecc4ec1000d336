import { requireApp } from '@composed/apps';
import { defaultBudget, findLimits } from '@composed/release/ledger/budget';

const sumOf = (apps: readonly string[], kind: 'script' | 'html') => {
  const limits = apps.map((app) => findLimits(defaultBudget, app, requireApp(app).budget)[kind]);
  return limits.reduce<number>((sum, limit = Infinity) => sum + limit, 0);
};

test.each([
  ['/', 'pricing', { script: 105_350, html: 15_200 }],
  ['/signup', 'signup', { script: 118_600, html: 11_800 }],
] as const)('the apps of %s may not take more than this together', (_page, remote, most) => {
  for (const kind of ['script', 'html'] as const) {
    expect(sumOf(['host', remote], kind)).toBeLessThanOrEqual(most[kind]);
  }
});
