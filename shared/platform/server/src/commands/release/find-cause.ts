import { sortReleases } from '@composed/release/ledger/release-set';
import type { ReleaseSet } from '@composed/contracts/release-manifest';
import type { PastDeployment } from '@composed/release/inspect/revisions/past-deployments';

/** The result for one set of releases. The names are those of the exit codes of `git bisect run`. */
export type TestResult = 'good' | 'bad' | 'skip';

/** A set of releases to try. A set without a deployment may never have been live. */
export type Candidate = Pick<PastDeployment, 'releases'> & Partial<PastDeployment>;

/** Returns every change of a release after the first deployment, in order. `from` or `to` is undefined without a release. */
function listReleaseChanges(deployments: readonly PastDeployment[]) {
  return deployments.slice(1).flatMap(({ entry, releases }, before) => {
    const earlierReleases: ReleaseSet = deployments[before]?.releases ?? {};
    const apps = Object.keys({ ...earlierReleases, ...releases }).sort();
    const changedApps = apps.filter((app) => earlierReleases[app] !== releases[app]);
    return changedApps.map((app) => ({
      app,
      from: earlierReleases[app],
      to: releases[app],
      entry,
    }));
  });
}

/**
 * Searches, by bisection, the indexes between a good one and a bad one.
 * @returns a good index and a bad one, between which there are at most skipped ones
 */
async function searchBoundary(
  good: number,
  bad: number,
  test: (index: number) => Promise<TestResult>,
) {
  let from = good;
  let to = bad;
  let untestedIndexes = Array.from({ length: bad - good - 1 }, (_, n) => good + 1 + n);
  for (;;) {
    const next = untestedIndexes[Math.floor(untestedIndexes.length / 2)];
    if (next === undefined) return { from, to };
    const result = await test(next);
    if (result === 'good') from = next;
    if (result === 'bad') to = next;
    untestedIndexes = untestedIndexes.filter(
      (index) => index > from && index < to && index !== next,
    );
  }
}

/**
 * Finds the release that made a site bad, or the releases that do so only together. First, the past deployments are
 * bisected. Then the release that was found is tested together with the good end. If that is not bad, the releases before
 * it are bisected as well: delta debugging of an ordered list (U. Junker, QuickXplain, 2004).
 * @param deployments live deployments, from a good one to a bad one
 * @param ask tests one set of releases; it may be called with the same set again
 * @returns `together`, the groups of releases that are bad only together, with one release per group unless some were
 *   skipped, and without a group if the cause is not a release but, for instance, new data; `entries`, the history
 *   between the last good and the first bad deployment. Instead of both, `contradiction`, if the good end is bad or the
 *   bad end good, so that no result is reliable
 */
export async function findCause(
  deployments: readonly PastDeployment[],
  ask: (candidate: Candidate) => Promise<TestResult>,
) {
  const releases = deployments[0]?.releases ?? {};
  const last = deployments.length - 1;
  const askLive = (index: number) => ask(deployments[index] ?? { releases });
  const live = await searchBoundary(0, last, askLive);
  // An end is tested only if all deployments between the ends have the same result.
  if (live.from === 0 && (await askLive(0)) === 'bad') {
    return {
      contradiction:
        'The command reports the good deployment as bad, too: choose an earlier one, or fix the command.',
    };
  }
  if (live.to === last && (await askLive(last)) === 'good') {
    return {
      contradiction:
        'The command reports the bad deployment as good, too: it does not detect the fault.',
    };
  }
  const together: ReturnType<typeof listReleaseChanges>[] = [];
  const askMixed = (arrivedReleases: ReturnType<typeof listReleaseChanges>) => {
    const changedReleases = [...arrivedReleases, ...together.flat()].map(
      ({ app, to = null }) => [app, to] as const,
    );
    return ask({ releases: sortReleases({ ...releases, ...Object.fromEntries(changedReleases) }) });
  };
  let candidates = listReleaseChanges(deployments.slice(0, live.to + 1));
  let goodCount = listReleaseChanges(deployments.slice(0, live.from + 1)).length;
  let resultWithGoodEnd: TestResult = 'good';
  while (candidates.length > goodCount && resultWithGoodEnd !== 'bad') {
    const { from, to } = await searchBoundary(goodCount, candidates.length, (count) =>
      askMixed(candidates.slice(0, count)),
    );
    // Without earlier releases it could not be tested, so there is no evidence that these are needed.
    if (resultWithGoodEnd === 'skip' && from === 0) break;
    together.unshift(candidates.slice(from, to));
    const apps = new Set(together.flat().map(({ app }) => app));
    candidates = candidates.slice(0, from).filter(({ app }) => !apps.has(app));
    goodCount = 0;
    if (candidates.length > 0) resultWithGoodEnd = await askMixed([]);
  }
  const entries = deployments.slice(live.from + 1, live.to + 1).map(({ entry }) => entry);
  return { together, entries };
}
