import { plan } from './plan';
import { aLiveSite, aSite, composedReleases, kinds } from '../testing/release/a-site';
import { emptyLedger } from './ledger';

const publish = (...apps: string[]) => ({ name: 'publish', apps, overBudget: null }) as const;
const rollback = (app: string, to: string | null = null) =>
  ({ name: 'rollback', app, to }) as const;

test('a publish uploads, checks, composes, weighs and goes live, in this order', () => {
  const made = aLiveSite().with('pricing', 'v2').plan(publish('pricing'));
  expect(kinds(made)).toEqual([
    'upload',
    'check',
    'compose',
    'weigh',
    'store-pages',
    'record',
    'follow',
  ]);
});

test('a publish replaces one release and keeps the others', () => {
  expect(aLiveSite().with('pricing', 'v2').live()).toEqual({
    host: 'v1',
    pricing: 'v2',
    signup: 'v1',
  });
});

test('a publish of several apps makes one composition and one record', () => {
  const made = aLiveSite().plan(publish('pricing', 'signup'));
  expect(kinds(made).filter((kind) => kind === 'upload')).toHaveLength(2);
  expect(kinds(made).filter((kind) => kind === 'compose')).toHaveLength(1);
  expect(kinds(made).filter((kind) => kind === 'record')).toHaveLength(1);
});

test('the first publish names the apps that would be missing', () => {
  const facts = {
    apps: ['host', 'pricing', 'signup'],
    built: { pricing: { version: 'v1', missing: [], kept: 0 } },
    stored: new Set<string>(),
    prune: null,
  };
  expect(() => plan(publish('pricing'), emptyLedger, facts)).toThrow(
    'Nothing is live yet and host, signup would be missing; the first time, publish --all.',
  );
});

test('an app that joins the table without a release holds nobody else up', () => {
  const site = aLiveSite();
  const facts = {
    apps: ['host', 'pricing', 'signup', 'blog'],
    built: { host: { version: 'v2', missing: [], kept: 0 } },
    stored: new Set<string>(),
    prune: null,
  };
  const { steps } = plan(publish('host'), site.currentLedger(), facts);
  expect(composedReleases({ steps, outcome: '' })).toEqual({
    host: 'v2',
    pricing: 'v1',
    signup: 'v1',
  });
});

test('an app that left the table leaves the pages', () => {
  const facts = {
    apps: ['host', 'pricing'],
    built: {},
    stored: new Set<string>(),
    prune: null,
  };
  const { steps } = plan({ name: 'compose' }, aLiveSite().currentLedger(), facts);
  expect(composedReleases({ steps, outcome: '' })).toEqual({ host: 'v1', pricing: 'v1' });
});

test('a publish of what is live already changes no release', () => {
  const made = aLiveSite().plan(publish('pricing'));
  expect(made.steps).toContainEqual({
    do: 'record',
    entry: { action: 'compose', changes: [] },
  });
  expect(made.outcome).toBe('pricing v1 is live already.');
});

test('a reason for going over budget is recorded', () => {
  const made = aLiveSite().plan({ name: 'publish', apps: ['host'], overBudget: 'sale week' });
  expect(made.steps).toContainEqual({
    do: 'record',
    entry: { action: 'compose', changes: [], overBudget: 'sale week' },
  });
});

test('a rollback returns to the release before and touches no other app', () => {
  const site = aLiveSite().with('pricing', 'v2').with('signup', 'v2');
  expect(composedReleases(site.plan(rollback('pricing')))).toEqual({
    host: 'v1',
    pricing: 'v1',
    signup: 'v2',
  });
});

test('a second rollback goes further back', () => {
  const site = aLiveSite().with('pricing', 'v2').with('pricing', 'v3').rolledBack('pricing');
  expect(site.live()['pricing']).toBe('v2');
  expect(site.rolledBack('pricing').live()['pricing']).toBe('v1');
});

test('a rollback after a publish after a rollback returns to what was live before', () => {
  const site = aLiveSite().with('pricing', 'v2').rolledBack('pricing').with('pricing', 'v3');
  expect(site.rolledBack('pricing').live()['pricing']).toBe('v1');
});

test('the first release cannot be rolled back', () => {
  expect(() => aLiveSite().plan(rollback('pricing'))).toThrow(
    'pricing has no earlier release to go back to.',
  );
});

test('composing again does not count as a step of a rollback', () => {
  const site = aLiveSite().with('pricing', 'v2').after({ name: 'compose' });
  expect(site.rolledBack('pricing').live()['pricing']).toBe('v1');
});

test('a rollback to a given version accepts its beginning', () => {
  const site = aLiveSite().with('pricing', 'abc123').with('pricing', 'def456');
  expect(site.rolledBack('pricing', 'abc').live()['pricing']).toBe('abc123');
});

test('a beginning that fits two versions is refused with both', () => {
  const site = aLiveSite().with('pricing', 'ab1').with('pricing', 'ab2');
  expect(() => site.plan(rollback('pricing', 'ab'))).toThrow('"ab" may be ab1 or ab2; type more.');
});

test('a rollback forward to a release that was rolled back is possible', () => {
  const site = aLiveSite().with('pricing', 'v2').rolledBack('pricing').rolledBack('pricing', 'v2');
  expect(site.live()['pricing']).toBe('v2');
  expect(site.rolledBack('pricing').live()['pricing']).toBe('v1');
});

test('a rollback to a version that was never live is refused with those that were', () => {
  expect(() => aLiveSite().with('pricing', 'v2').plan(rollback('pricing', 'v9'))).toThrow(
    'pricing v9 was never live; what was and is kept: v1, v2.',
  );
});

test('a rollback to a release that was pruned is refused', () => {
  const site = aLiveSite().with('pricing', 'v2').without('pricing', 'v1');
  expect(() => site.plan(rollback('pricing'))).toThrow(
    'pricing v1 is no longer in the store; choose one with --to.',
  );
});

test('a rollback to what is live is refused', () => {
  const site = aLiveSite().with('pricing', 'v2');
  expect(() => site.plan(rollback('pricing', 'v2'))).toThrow('pricing v2 is live already.');
});

test('a preview shows one build with the live releases of the others and leaves live alone', () => {
  const site = aLiveSite().with('signup', 'v2').previewing('pricing', 'v9', 'spring');
  expect(site.live()).toEqual({ host: 'v1', pricing: 'v1', signup: 'v2' });
  expect(composedReleases(site.plan({ name: 'preview', app: 'pricing', preview: 'x' }))).toEqual({
    host: 'v1',
    pricing: 'v9',
    signup: 'v2',
  });
});

test('a preview is no step of a rollback', () => {
  const site = aLiveSite().with('pricing', 'v2').previewing('pricing', 'v9', 'spring');
  expect(composedReleases(site.plan(rollback('pricing')))).toMatchObject({ pricing: 'v1' });
});

test('removing a preview that is not there names those that are', () => {
  const site = aLiveSite().previewing('pricing', 'v9', 'spring');
  expect(() => site.plan({ name: 'preview-remove', preview: 'autumn' })).toThrow(
    'There is no preview "autumn"; there are: spring.',
  );
});

test('a new site cannot be composed, rolled back or previewed', () => {
  expect(() => aSite().plan({ name: 'compose' })).toThrow('Nothing is live yet');
  expect(() => aSite().plan(rollback('pricing'))).toThrow('pricing is not live yet.');
  const site = aSite().with('pricing', 'v1');
  expect(() => site.plan({ name: 'preview', app: 'pricing', preview: 'x' })).toThrow(
    'host, signup would be missing',
  );
});
