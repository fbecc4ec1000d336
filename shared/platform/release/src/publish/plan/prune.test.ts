import { aLiveSite, removedKeys } from '@composed/testing/release/a-site';

const prune = (keepDays: number) => ({ name: 'prune', keepDays }) as const;

test('what is live is never removed, however old', () => {
  const made = aLiveSite().daysLater(400).plan(prune(0));
  expect(made).toMatchObject({ steps: [], outcome: 'There is nothing to remove.' });
});

test('nor is what is live of an app that is called markup', () => {
  const site = aLiveSite().with('markup', 'v1').daysLater(400);
  expect(site.live()).toHaveProperty('markup', 'v1');
  expect(removedKeys(site.plan(prune(30))).filter((key) => key.includes('markup'))).toEqual([]);
});

test('a release that was replaced before the days goes with its pages', () => {
  const site = aLiveSite().daysLater(5).with('pricing', 'v2').daysLater(31);
  expect(removedKeys(site.plan(prune(30)))).toEqual([
    'deployments/c1.json',
    'releases/pricing/v1/release.json',
    'assets/pricing/v1.js',
    'deployments/c1/index.html',
    'releases/pricing/v1/server.cjs',
  ]);
});

test('a release that was only uploaded goes once it is old', () => {
  const site = aLiveSite()
    .previewing('pricing', 'v9', 'spring')
    .previewing('pricing', 'v10', 'spring');
  expect(removedKeys(site.plan(prune(30)))).toEqual([]);
  expect(removedKeys(site.daysLater(40).plan(prune(30)))).toContain('assets/pricing/v9.js');
});

test('the plan says what it frees', () => {
  const site = aLiveSite().with('pricing', 'v2').daysLater(40);
  expect(site.plan(prune(30)).outcome).toBe(
    '1 release, 1 deployment, 5 files removed, 500 B freed. "bisect" and --at reach back to 2026-01-03 00:00.',
  );
});

test('what a preview shows stays, and once it is removed for as many days', () => {
  const site = aLiveSite().previewing('pricing', 'v9', 'spring').daysLater(90);
  expect(removedKeys(site.plan(prune(0)))).toEqual([]);
  site.after({ name: 'preview-remove', preview: 'spring' });
  expect(removedKeys(site.daysLater(29).plan(prune(30)))).toEqual([]);
  expect(removedKeys(site.daysLater(2).plan(prune(30)))).toContain('assets/pricing/v9.js');
});

test('a release that was live until yesterday stays, however long the history is since', () => {
  const site = aLiveSite().daysLater(100).with('pricing', 'v2');
  const ledger = site.ledger;
  expect(Object.keys(ledger.lastShown)).toEqual(['pricing/v1', 'c1']);
  ledger.history.length = 0;
  expect(removedKeys(site.daysLater(1).plan(prune(30)))).toEqual([]);
});
