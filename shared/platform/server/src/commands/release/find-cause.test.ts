import type { ReleaseSet } from '@composed/contracts/release-manifest';
import type { HistoryEntry } from '@composed/release/ledger';
import { type TestResult, type Candidate, findCause } from './find-cause';
import type { PastDeployment } from '@composed/release/inspect/revisions/past-deployments';

const apps = ['cart', 'host', 'pricing', 'signup'] as const;

/** Revisions of apps that are published in this order. The versions of an app are numbers from 0. */
function published(order: readonly (readonly string[])[]): PastDeployment[] {
  const numbers = new Map<string, number>(apps.map((app) => [app, 0]));
  return [[], ...order].map((changed, n) => {
    for (const app of changed) numbers.set(app, (numbers.get(app) ?? 0) + 1);
    const releases = Object.fromEntries([...numbers].map(([app, number]) => [app, `${number}`]));
    const entry: HistoryEntry = {
      at: new Date(n * 60_000).toISOString(),
      by: 'Ada',
      action: 'publish',
      revision: n,
      changes: changed.map((app) => ({ app, from: null, to: releases[app] ?? '' })),
      deployment: `c${n}`,
    };
    return { entry, deployment: `c${n}`, releases };
  });
}

/** 60 publishes, busy apps and quiet ones, in no order. */
const sixty = published(
  Array.from({ length: 60 }, (_, n) => [
    apps[[1, 2, 2, 0, 2, 3, 1, 2, 0, 2][(n * 7) % 10] ?? 0] ?? '',
  ]),
);

/** Whether all of these releases, or later ones, are there. */
const hasAll =
  (...expected: readonly (readonly [string, string | null | undefined])[]) =>
  (releases: ReleaseSet) =>
    expected.every(([app, from]) => Number(releases[app]) >= Number(from));

/** Answers, and counts the different sets of releases that were asked about. */
function asked(judge: (candidate: Candidate) => TestResult) {
  const known = new Map<string, TestResult>();
  const ask = async (candidate: Candidate) => {
    const set = JSON.stringify(Object.entries(candidate.releases).sort());
    const answer = known.get(set) ?? judge(candidate);
    known.set(set, answer);
    return answer;
  };
  return { ask, tries: () => [...known.values()].length };
}

const judging = (isBad: (releases: ReleaseSet) => boolean) =>
  asked(({ releases }) => (isBad(releases) ? 'bad' : 'good'));

const names = (together: Awaited<ReturnType<typeof findCause>>['together'] = []) =>
  together.map((group) => group.map(({ app, to }) => `${app} ${to ?? 'gone'}`).join(' or '));

/** The one release that a revision brought. */
const broughtBy = ({ entry }: PastDeployment) =>
  [entry.changes[0]?.app ?? '', entry.changes[0]?.to] as const;

test('any bad release of sixty is found within eight tries', async () => {
  for (const revision of sixty.slice(1)) {
    const bad = broughtBy(revision);
    const { ask, tries } = judging(hasAll(bad));
    const { together, entries } = await findCause(sixty, ask);
    expect(names(together)).toEqual([bad.join(' ')]);
    expect(entries).toEqual([revision.entry]);
    expect(tries()).toBeLessThanOrEqual(8);
  }
});

test('any two releases of sixty that are bad only together are found within fourteen tries', async () => {
  const allReleases = sixty.slice(1).map(broughtBy);
  let most = 0;
  for (const [n, second] of allReleases.entries()) {
    for (const first of allReleases.slice(0, n).filter(([app]) => app !== second[0])) {
      const { ask, tries } = judging(hasAll(first, second));
      const { together } = await findCause(sixty, ask);
      expect(names(together)).toEqual([first.join(' '), second.join(' ')]);
      most = Math.max(most, tries());
    }
  }
  expect(most).toBeLessThanOrEqual(14);
});

test('of apps that went live together, the bad one or the bad pair is found', async () => {
  const revisions = published([['cart'], ['host', 'pricing', 'signup'], ['cart']]);
  const one = await findCause(revisions, judging(hasAll(['pricing', '1'])).ask);
  expect(names(one.together)).toEqual(['pricing 1']);
  const two = await findCause(revisions, judging(hasAll(['host', '1'], ['signup', '1'])).ask);
  expect(names(two.together)).toEqual(['host 1', 'signup 1']);
});

test('untestable deployments are skipped, and the possible causes are listed', async () => {
  const revisions = published([['cart'], ['host'], ['pricing'], ['signup'], ['cart'], ['host']]);
  const skipping = (...skipped: string[]) =>
    asked(({ releases, deployment = '' }) => {
      if (skipped.includes(deployment)) return 'skip';
      return hasAll(['pricing', '1'])(releases) ? 'bad' : 'good';
    });
  const passed = await findCause(revisions, skipping('c1', 'c4', 'c5').ask);
  expect(names(passed.together)).toEqual(['pricing 1']);
  const open = asked(({ releases }) => {
    const isBetween = releases['host'] === '1' && releases['signup'] === '0';
    if (isBetween) return 'skip';
    return hasAll(['pricing', '1'])(releases) ? 'bad' : 'good';
  });
  const { together, entries } = await findCause(revisions, open.ask);
  expect(names(together)).toEqual(['host 1 or pricing 1 or signup 1']);
  expect(entries).toHaveLength(3);
});

test('a bad release that needs later releases of other apps is named alone', async () => {
  const { ask } = asked(({ releases }) => {
    const needsHost = Number(releases['pricing']) >= 20 && Number(releases['host']) < 5;
    if (needsHost) return 'skip';
    return hasAll(['pricing', '20'])(releases) ? 'bad' : 'good';
  });
  const { together } = await findCause(sixty, ask);
  expect(names(together)).toEqual(['pricing 20']);
});

test('removals and changes without a release are found as causes', async () => {
  const [first, second] = published([['cart']]);
  const { cart: _gone, ...otherReleases } = second?.releases ?? {};
  const revisions = [first, second].flatMap((revision) => revision ?? []);
  const removed = [
    ...revisions,
    ...revisions.slice(1).map((revision) => ({ ...revision, releases: otherReleases })),
  ];
  const { ask } = judging((releases) => releases['cart'] === undefined);
  expect(names((await findCause(removed, ask)).together)).toEqual(['cart gone']);

  const again = [
    ...revisions,
    ...revisions.slice(1).map((revision) => ({ ...revision, deployment: 'new' })),
  ];
  const cause = await findCause(again, async ({ deployment }) =>
    deployment === 'new' ? 'bad' : 'good',
  );
  expect(cause.together).toEqual([]);
  expect(cause.entries).toHaveLength(1);
});
