import type { NewEntry } from './history';
import { emptyLedger, type Ledger } from './ledger';
import { createNextLedger, type LedgerChange, type RecordedDeployment } from './next-ledger';

const begin = '2026-03-01T00:00:00.000Z';
const at = '2026-03-02T00:00:00.000Z';

/** A deployment with one release of pricing, which can be rolled back to v1. */
const deploymentOf = (version: string): RecordedDeployment => ({
  deployment: `deployment-${version}`,
  releases: { host: 'h1', pricing: version },
  data: {},
  siteUrl: null,
  telemetry: null,
  rollbackChecks: [{ app: 'pricing', to: 'v1', problem: null }],
});

const entryOf = (
  action: NewEntry['action'],
  to: string,
  more: Partial<NewEntry> = {},
): NewEntry => ({
  action,
  changes: [{ app: 'pricing', from: 'v2', to }],
  ...more,
});

const live = { ...deploymentOf('v2'), since: begin, by: 'Ada' };
const ledger: Ledger = { ...emptyLedger, revision: 7, live };
const withCanary: Ledger = {
  ...ledger,
  canary: {
    ...deploymentOf('v3'),
    since: begin,
    by: 'Ada',
    app: 'pricing',
    version: 'v3',
    share: 5,
    promoteAfter: null,
    judge: { id: 'judge', name: 'server-1', secret: 'secret' },
  },
};

const change = (before: Ledger, entry: NewEntry, more: Partial<LedgerChange> = {}) =>
  createNextLedger(before, { entry, nextDeployment: null, by: 'Bob', at, ...more });

test('a publish replaces the live deployment, and dates the one that it replaces', () => {
  const next = change(ledger, entryOf('publish', 'v3'), { nextDeployment: deploymentOf('v3') });
  expect(next).toMatchObject({ live: { ...deploymentOf('v3'), since: at, by: 'Bob' } });
  expect(next.lastShown).toEqual({ 'pricing/v2': at, 'deployment-v2': at });
  expect(next.history).toEqual([
    { ...entryOf('publish', 'v3'), at, by: 'Bob', revision: 8, deployment: 'deployment-v3' },
  ]);
});

test('a publish keeps a canary that was composed again, and ends any other', () => {
  const composed = deploymentOf('v4');
  const entry = entryOf('publish', 'v4');
  expect(change(withCanary, entry, { nextDeployment: composed }).canary).toBeNull();
  const renewed = { ...deploymentOf('v3'), deployment: 'renewed' };
  expect(
    change(withCanary, entry, { nextDeployment: composed, renewedCanary: renewed }).canary,
  ).toMatchObject({
    deployment: 'renewed',
    share: 5,
    since: at,
  });
});

test('a new share of a canary restarts judging', () => {
  const { canary } = change(withCanary, entryOf('canary', 'v3', { share: 20 }));
  expect(canary).toMatchObject({ deployment: 'deployment-v3', share: 20, since: at, judge: null });
});

test('a promoted canary is live, and an aborted one was last shown now', () => {
  const promoted = change(withCanary, entryOf('promote', 'v3'));
  expect(promoted.canary).toBeNull();
  expect(promoted.live).toEqual({ ...deploymentOf('v3'), since: at, by: 'Bob' });
  const aborted = change(withCanary, entryOf('abort', 'v3'));
  expect(aborted).toMatchObject({ live, canary: null });
  expect(aborted.lastShown).toEqual({ 'pricing/v3': at, 'deployment-v3': at });
});

test('a preview is added under its name, and removed by it', () => {
  const entry = entryOf('preview', 'v3', { preview: 'spring' });
  const { previews = {} } = change(ledger, entry, { nextDeployment: deploymentOf('v3') });
  expect(previews['spring']).toMatchObject({ app: 'pricing', version: 'v3', since: at });
  expect(previews['spring']).not.toHaveProperty('rollbackChecks');
  const removal: NewEntry = { action: 'preview-removed', changes: [], preview: 'spring' };
  const next = change({ ...ledger, previews }, removal);
  expect(next.previews).toEqual({});
  expect(next.history?.at(-1)).toMatchObject({ deployment: 'deployment-v3' });
});

test('a prune removes the dates of releases, and the rollbacks to them', () => {
  const before = { ...ledger, lastShown: { 'pricing/v1': begin, 'deployment-v1': begin } };
  const pruning = ['deployments/deployment-v1.json', 'releases/pricing/v1/release.json'];
  const next = change(before, { action: 'prune', changes: [] }, { pruning });
  expect(next).toMatchObject({ live: { rollbackChecks: [] }, lastShown: {}, pruning });
});
