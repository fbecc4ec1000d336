import { aLiveSite } from '@composed/testing/release/folder-site';
import { formatReleases } from '../../ledger/release-set';
import type { HistoryEntry } from '../../ledger/ledger';
import { findPastDeployment, findStart, listPastDeployments, parseTime } from './past-deployments';

const now = new Date('2026-03-02T12:00:00.000Z');

test.each([
  ['2d', '2026-02-28T12:00:00.000Z'],
  ['90m', '2026-03-02T10:30:00.000Z'],
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01 14:05', '2026-03-01T14:05:00.000Z'],
  ['2026-03-01T14:05:30Z', '2026-03-01T14:05:30.000Z'],
  ['2026-13-01', null],
  ['2y', null],
  ['12', null],
])('the time %s is %s', (text, time) => {
  expect(parseTime(text, now)).toBe(time);
});

test('past deployments are found by time, revision and id', async () => {
  const site = await aLiveSite();
  await site.publish('pricing', 'v2');
  await site.preview('signup', 'v2', 'autumn');
  await site.publish('signup', 'v3');
  await site.rollback('pricing');
  await site.change({ name: 'remove', app: 'pricing', shown: true });
  const revisions = listPastDeployments(await site.ledger());
  expect(revisions.map(({ releases }) => site.named(formatReleases(releases)))).toEqual([
    'host v1, pricing v1, signup v1',
    'host v1, pricing v2, signup v1',
    'host v1, pricing v2, signup v3',
    'host v1, pricing v1, signup v3',
    'host v1, signup v3',
  ]);
  const at = (text: string) => revisions.indexOf(findPastDeployment(revisions, text, now));
  // A preview changes nothing for visitors: the deployment before it is still live.
  expect(['1', '2', '3', '4', '6', 'live'].map(at)).toEqual([0, 1, 1, 2, 4, 4]);
  const [, second] = revisions;
  expect(at(second?.entry.at ?? '')).toBe(1);
  expect(() => at('2025-12-31')).toThrow(
    'Nothing was live at "2025-12-31": the history begins at ',
  );
  expect(() => at('frob')).toThrow('name a time, a revision or a deployment of "history".');
});

test('a site without a history is refused with advice', () => {
  expect(() => findPastDeployment([], '2d', now)).toThrow('Nothing is live yet: begin with ');
});

const entry: HistoryEntry = {
  at: now.toISOString(),
  by: 'Ada',
  action: 'publish',
  changes: [],
  deployment: 'a',
};

test('a search is refused if only one deployment was live', () => {
  const revisions = [{ entry, deployment: 'a', releases: {} }];
  expect(() => findStart(revisions, '900d', now)).toThrow('to compare: publish a change first.');
});

test('a deployment is found by a unique beginning of its id', () => {
  const deployments = ['0123456789abaaaa', '0123456789abbbbb', '01234567aa', '01234567aa22'];
  const revisions = deployments.map((deployment) => ({ entry, deployment, releases: {} }));
  const found = (text: string) => findPastDeployment(revisions, text, now).deployment;
  expect(['0123456789abb', '01234567aa', '01234567aa2'].map(found)).toEqual(
    [1, 2, 3].map((at) => deployments[at]),
  );
  expect(() => found('0123456789')).toThrow(
    '"0123456789" may be 0123456789aba or 0123456789abb; type more.',
  );
});
