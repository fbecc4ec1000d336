import { inOrder } from '../../ledger/history';
import type { ReleaseSet } from '../../ledger/ledger';
import type { PastDeployment } from './past-deployments';

/** The result on one set of releases, as the exit code of git's `bisect run` gives it. */
export type TestResult = 'good' | 'bad' | 'skip';

/** A set of releases to try; one without a deployment may never have been live. */
export type Candidate = Pick<PastDeployment, 'releases'> & Partial<PastDeployment>;

/** Every change of a release after the first revision, in order; undefined: the app had none before, or none since. */
function arrivals(deployments: readonly PastDeployment[]) {
  return deployments.slice(1).flatMap(({ entry, releases }, before) => {
    const earlier: ReleaseSet = deployments[before]?.releases ?? {};
    const apps = Object.keys({ ...earlier, ...releases }).sort();
    const changed = apps.filter((app) => earlier[app] !== releases[app]);
    return changed.map((app) => ({ app, from: earlier[app], to: releases[app], entry }));
  });
}

/**
 * Halves the positions between a good one and a bad one.
 * @returns a good position and a bad one, with only skipped ones between them
 */
async function narrow(
  goodCount: number,
  bad: number,
  ask: (position: number) => Promise<TestResult>,
) {
  let from = goodCount;
  let to = bad;
  let untestedPositions = Array.from({ length: bad - goodCount - 1 }, (_, n) => goodCount + 1 + n);
  for (;;) {
    const next = untestedPositions[Math.floor(untestedPositions.length / 2)];
    if (next === undefined) return { from, to };
    const result = await ask(next);
    if (result === 'good') from = next;
    if (result === 'bad') to = next;
    untestedPositions = untestedPositions.filter(
      (position) => position > from && position < to && position !== next,
    );
  }
}

/**
 * Finds the release that made a site bad, or the releases that do so only together. Past deployments are halved first.
 * The release that is found is then tried with those of the good end. If it does no harm there, the earlier releases
 * are halved beside it: delta debugging of an ordered list (U. Junker, QuickXplain, 2004).
 * @param deployments live deployments, from a good one to a bad one
 * @param ask tries one set of releases; the same set may come again
 * @returns together: groups of candidates that are bad only together, each of one release unless some were skipped; no
 *   group if the pages went bad without a release, such as by new data. entries: the history between the last good
 *   deployment and the first bad one. contradiction: in place of both, if the good end is bad or the bad end good, so
 *   that no result is reliable
 */
export async function findCause(
  deployments: readonly PastDeployment[],
  ask: (candidate: Candidate) => Promise<TestResult>,
) {
  const releases = deployments[0]?.releases ?? {};
  const last = deployments.length - 1;
  const askLive = (at: number) => ask(deployments[at] ?? { releases });
  const live = await narrow(0, last, askLive);
  // An end is tried only if all between the ends have the same result.
  if (live.from === 0 && (await askLive(0)) === 'bad') {
    return {
      contradiction: 'The command calls the good end bad as well: go further back, or mend it.',
    };
  }
  if (live.to === last && (await askLive(last)) === 'good') {
    return {
      contradiction: 'The command calls the bad end good as well: it does not show the fault.',
    };
  }
  const together: ReturnType<typeof arrivals>[] = [];
  const askMixed = (arrivedReleases: ReturnType<typeof arrivals>) => {
    const changedReleases = [...arrivedReleases, ...together.flat()].map(
      ({ app, to = null }) => [app, to] as const,
    );
    return ask({ releases: inOrder({ ...releases, ...Object.fromEntries(changedReleases) }) });
  };
  let candidates = arrivals(deployments.slice(0, live.to + 1));
  let goodCount = arrivals(deployments.slice(0, live.from + 1)).length;
  let resultAlone: TestResult = 'good';
  while (candidates.length > goodCount && resultAlone !== 'bad') {
    const { from, to } = await narrow(goodCount, candidates.length, (count) =>
      askMixed(candidates.slice(0, count)),
    );
    // Without the others the release could not be tried, so nothing says that they are needed.
    if (resultAlone === 'skip' && from === 0) break;
    together.unshift(candidates.slice(from, to));
    const apps = new Set(together.flat().map(({ app }) => app));
    candidates = candidates.slice(0, from).filter(({ app }) => !apps.has(app));
    goodCount = 0;
    if (candidates.length > 0) resultAlone = await askMixed([]);
  }
  const entries = deployments.slice(live.from + 1, live.to + 1).map(({ entry }) => entry);
  return { together, entries };
}
