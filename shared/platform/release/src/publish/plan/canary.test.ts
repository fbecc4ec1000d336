import {
  aLiveSite,
  aSite,
  type PaperSite,
  removedKeys,
  stepsOf,
} from '@composed/testing/release/a-site';

const share = (per: number) => ({ share: per });
const canary = (app: string, per = 5) =>
  ({ name: 'publish', apps: [app], canary: share(per) }) as const;

/** pricing v2 beside v1 for 5 % of the visitors. */
function aCanary(): PaperSite {
  return aLiveSite().building('pricing', 'v2').after(canary('pricing'));
}

const lastEntry = (site: PaperSite) => site.ledger.history.at(-1);

test('a canary passes every check of a publish and leaves alone what is live', () => {
  const site = aLiveSite().building('pricing', 'v2');
  const made = site.plan(canary('pricing'));
  expect(stepsOf(made)).toEqual(stepsOf(site.plan({ name: 'publish', apps: ['pricing'] })));
  expect(made.outcome).toBe(
    'pricing v2 is a canary for 5 % of the visitors; the others stay with v1.',
  );
  site.after(canary('pricing'));
  expect(site.live()['pricing']).toBe('v1');
  expect(site.ledger.canary).toMatchObject({
    app: 'pricing',
    version: 'v2',
    share: 5,
    releases: { host: 'v1', pricing: 'v2', signup: 'v1' },
  });
});

test('a share grows by itself or with another publish of the same release, and it is judged anew', () => {
  const site = aCanary();
  const since = () => site.ledger.canary?.since ?? '';
  const begun = since();
  site.after({ name: 'canary', share: 20 });
  expect(site.ledger.canary).toMatchObject({ share: 20 });
  const grown = since();
  site.after({
    name: 'settings',
    change: { telemetry: { url: '/_telemetry', share: 100 }, limits: [] },
  });
  site.after({ ...canary('pricing', 50), canary: { share: 50, promoteAfter: 60 } });
  expect(site.ledger.canary).toMatchObject({ share: 50, promoteAfter: 60 });
  expect(lastEntry(site)).toMatchObject({ action: 'canary', share: 50 });
  expect(new Set([begun, grown, since()]).size).toBe(3);
});

test('an aborted canary leaves nothing but its reason', () => {
  const site = aCanary();
  const { live } = site.ledger;
  site.after({ name: 'abort', reason: 'more faults than live' });
  expect(site.ledger).toMatchObject({ live, canary: null });
  expect(lastEntry(site)).toMatchObject({ action: 'abort', reason: 'more faults than live' });
  expect(() => site.rolledBack('pricing')).toThrow('pricing has no earlier release to go back to.');
});

test('a rollback can be tried on a share of the visitors, and promoted it counts as one', () => {
  const site = aLiveSite().with('pricing', 'v2').with('pricing', 'v3');
  site.after({ name: 'rollback', app: 'pricing', to: null, canary: share(5) });
  expect(site.live()['pricing']).toBe('v3');
  expect(site.after({ name: 'promote' }).live()['pricing']).toBe('v2');
  expect(site.rolledBack('pricing').live()['pricing']).toBe('v1');
});

test.each([
  ['a publish', { name: 'publish', apps: ['pricing'] } as const],
  ['a rollback', { name: 'rollback', app: 'pricing', to: null } as const],
  ['a canary of another app', canary('signup')],
])('%s that would end the canary unseen is refused', (_name, command) => {
  const site = aLiveSite().with('pricing', 'v1.1').building('pricing', 'v2');
  site.after(canary('pricing')).building('signup', 'v2');
  expect(() => site.plan(command)).toThrow(
    'A canary of pricing v2 is running; "promote" or "abort" it first.',
  );
});

test('a start leaves the app of the canary alone', () => {
  const site = aSite().started({ host: 'v1', pricing: 'v1', signup: 'v1' });
  site.building('pricing', 'v2').after(canary('pricing')).started({ pricing: 'v3', host: 'v2' });
  expect(site.live()).toEqual({ host: 'v2', pricing: 'v1', signup: 'v1' });
  expect(site.plan({ name: 'start' }).outcome).toContain(
    'pricing stays at v1: a canary of it is running',
  );
});

test('a prune spares the canary while it runs, and for its days after that', () => {
  const site = aCanary().daysLater(40);
  const removed = () => removedKeys(site.plan({ name: 'prune', keepDays: 30 })).join(' ');
  expect(removed()).not.toContain('pricing/v2');
  site.after({ name: 'abort', reason: null }).daysLater(20);
  expect(removed()).not.toContain('pricing/v2');
  expect(removed()).not.toContain('deployments/c2');
  site.daysLater(20);
  expect(removed()).toContain('releases/pricing/v2');
  expect(removed()).toContain('deployments/c2');
});

test('there must be a canary, the one that is meant, and a release that is not live', () => {
  const site = aLiveSite();
  const none = 'No canary is running; publish or roll back with --canary.';
  expect(() => site.plan({ name: 'canary', share: 5 })).toThrow(none);
  expect(() => site.plan({ name: 'promote' })).toThrow(none);
  expect(() => site.plan({ name: 'abort', reason: null })).toThrow(none);
  expect(() => site.plan(canary('pricing'))).toThrow('pricing v1 is live, and not whole');
  expect(() => aSite().building('pricing', 'v1').plan(canary('pricing'))).toThrow(
    'Nothing is live yet',
  );
  expect(() => aCanary().plan({ name: 'promote', deployment: 'other' })).toThrow(
    'Another canary is running by now: pricing v2.',
  );
});
