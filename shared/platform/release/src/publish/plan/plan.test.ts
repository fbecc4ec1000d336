import {
  aLiveSite,
  aSite,
  type PaperSite,
  committedChange,
  stepsOf,
} from '@composed/testing/release/a-site';

const publish = (...apps: string[]) => ({ name: 'publish', apps }) as const;
const rollback = (app: string, to: string | null = null) =>
  ({ name: 'rollback', app, to }) as const;

test('a publish is uploaded after all that may refuse it, and goes live', () => {
  const made = aLiveSite().with('pricing', 'v2').plan(publish('pricing'));
  expect(stepsOf(made)).toEqual([
    'check-release',
    'compose',
    'check-loss',
    'check-budget',
    'check-styles',
    'check-rollbacks',
    'upload',
    'store-pages',
    'commit',
    'go-live',
  ]);
});

test('a publish of what is live already, with a file missing, changes no release', () => {
  const made = aLiveSite().plan(publish('pricing'));
  expect(committedChange(made)).toEqual({ entry: { action: 'compose', changes: [] } });
  expect(made.outcome).toBe('pricing v1 is live already.');
});

test.each([publish('pricing'), { ...publish('pricing'), canary: { share: 5 } }])(
  'of what is live already, and whole, nothing is to be done',
  (command) => {
    const made = aLiveSite().whole().plan(command);
    expect(made).toMatchObject({ steps: [], outcome: 'pricing v1 is live already.' });
  },
);

test('the rollbacks that are checked are the release before of each app, with the new one of the others', () => {
  const { steps } = aLiveSite().with('host', 'v2').with('pricing', 'v2').plan(publish('pricing'));
  expect(steps.find(({ name }) => name === 'check-rollbacks')?.rollbacks).toEqual([
    { app: 'host', to: 'v1' },
    { app: 'pricing', to: 'v1' },
  ]);
});

test('a start publishes what the store has never seen', () => {
  const first = aSite().started({ host: 'v1', pricing: 'v1', signup: 'v1' });
  expect(first.live()).toEqual({ host: 'v1', pricing: 'v1', signup: 'v1' });
  expect(first.started({ pricing: 'v2' }).live()).toMatchObject({ host: 'v1', pricing: 'v2' });
});

test('a start with nothing new does nothing', () => {
  const site = aSite().started({ host: 'v1', pricing: 'v1', signup: 'v1' });
  expect(site.plan({ name: 'start' })).toMatchObject({
    steps: [],
    outcome: 'host v1, pricing v1, signup v1 are live already.',
  });
});

test('a start never undoes a rollback', () => {
  const site = aSite().started({ host: 'v1', pricing: 'v1', signup: 'v1' });
  site.started({ pricing: 'v2' }).rolledBack('pricing').started({ pricing: 'v2' });
  expect(site.live()['pricing']).toBe('v1');
  expect(site.plan({ name: 'start' }).outcome).toContain(
    "pricing stays at v1: v2, which this checkout builds, was live or in a preview before; to publish this checkout's: npm run release -- publish pricing",
  );
});

test("a start never replaces somebody else's release, also with a build that is new", () => {
  const site = aSite().started({ host: 'v1', pricing: 'v1', signup: 'v1' });
  site.with('pricing', 'v2').started({ pricing: 'v3', host: 'v2' });
  expect(site.live()).toEqual({ host: 'v2', pricing: 'v2', signup: 'v1' });
  expect(site.plan({ name: 'start' }).outcome).toContain(
    'pricing stays at v2, which Ada put live and not "npm start" of this checkout',
  );
  expect(site.started({ host: 'v3' }, 'elsewhere').live()['host']).toBe('v2');
});

const back = (site: PaperSite, to?: string) => site.rolledBack('pricing', to);
const two = () => aLiveSite().with('pricing', 'v2a');
const three = () => two().with('pricing', 'v3');

test.each([
  ['goes back by one, composed again or not', back(three()).after({ name: 'compose' }), 'v2a'],
  ['goes further back the second time', back(back(three())), 'v1'],
  ['accepts the beginning of a version', back(three(), 'v2'), 'v2a'],
  ['knows what was live before another one', back(back(two()).with('pricing', 'v3')), 'v1'],
  ['leads forward too', back(back(two()), 'v2a'), 'v2a'],
])('a rollback %s', (_what, site, version) => {
  expect(site.live()['pricing']).toBe(version);
});

test.each([
  ['without an earlier one', aLiveSite(), null, 'pricing has no earlier release to go back to.'],
  [
    'by a beginning that fits two versions',
    aLiveSite().with('pricing', 'ab1').with('pricing', 'ab2'),
    'ab',
    '"ab" may be ab1 or ab2; type more.',
  ],
  [
    'to a version that was never live',
    aLiveSite().with('pricing', 'v2'),
    'v9',
    'pricing v9 was never live; what was and is kept: v1, v2.',
  ],
  [
    'to a release that was pruned',
    aLiveSite().with('pricing', 'v2').after({ name: 'prune', keepDays: 0 }),
    null,
    'pricing v1 is no longer in the store; choose one with --to.',
  ],
  ['to what is live', aLiveSite().with('pricing', 'v2'), 'v2', 'pricing v2 is live already.'],
])('a rollback %s is refused', (_what, site, to, sentence) => {
  expect(() => site.plan(rollback('pricing', to))).toThrow(sentence);
});

test('a new site cannot be composed, rolled back or previewed', () => {
  expect(() => aSite().plan({ name: 'compose' })).toThrow('Nothing is live yet');
  expect(() => aSite().plan(rollback('pricing'))).toThrow('publish --all');
  const site = aSite().with('pricing', 'v1');
  expect(() => site.plan({ name: 'preview', app: 'pricing', preview: 'x' })).toThrow(
    'There is no host yet; publish it first',
  );
});
