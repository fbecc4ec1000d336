import { isCollecting, type SiteServices } from '@composed/http/services/site-services';
import type { Environment } from '@composed/command/environment';
import { formatError } from '@composed/command/format';
import type { ReleaseSet } from '@composed/contracts/release-manifest';
import { repeat } from '@composed/http/operations/repeat';
import { readTelemetry } from '@composed/http/telemetry/read-counts';
import type { ShownReleases } from '@composed/http/telemetry/shown-releases';
import { type Ledger, readLedger } from '@composed/release/ledger';
import { isJudged } from '@composed/release/ledger/site-settings';
import type { Store } from '@composed/release/store';
import { applyVerdict, type Log } from './apply-verdict';
import { becomeJudge, createWriteProbe } from './become-judge';
import { judge } from './judge';
import { tallyVisits } from './tally-visits';

function findShownReleases({ live, canary, settings }: Ledger): ShownReleases | null {
  if (!live || !isJudged(settings)) return null;
  const { releases, share = 0, judge: judgingServer } = canary ?? {};
  return {
    since: Date.parse((canary ?? live).since) || 0,
    live: live.releases,
    canary: releases ? { releases, share, secret: judgingServer?.secret ?? null } : null,
  };
}

/**
 * Follows the releases that visitors get, and judges canaries. Of the servers that collect telemetry, the first that
 * writes itself into the ledger is the judge: several judges would multiply the probability of a false alarm. The judge
 * logs its verdicts. A problem that keeps the server from judging is logged once and shown on the status page.
 * @param interval milliseconds between two checks
 */
export function watchCanary(
  store: Store,
  environment: Environment,
  services: SiteServices,
  interval = 5000,
) {
  let shownReleases: ShownReleases | null = null;
  let problem: string | null = null;
  let stop = () => Promise.resolve();
  const probe = createWriteProbe(store);
  const judgingServer = { store, dataDir: environment.dataDir, probe };

  async function checkCanary(log: Log): Promise<void> {
    const ledger = await readLedger(store);
    const { live, canary } = ledger;
    shownReleases = findShownReleases(ledger);
    if (!shownReleases || !live || !isCollecting(environment.upstreams)) return;
    if (!canary) return probe('');
    const ownLedger = await becomeJudge(judgingServer, ledger, canary);
    shownReleases = findShownReleases(ownLedger ?? ledger);
    if (!ownLedger || !shownReleases) return;
    const { since } = shownReleases;
    const tally = ({ releases }: { releases: ReleaseSet }) =>
      tallyVisits(readTelemetry(environment.dataDir, since, releases), releases);
    const { promoteAfter, share } = canary;
    const mayPromote = promoteAfter !== null && Date.now() - since >= promoteAfter * 60_000;
    const verdict = judge(tally(canary), tally(live), share / 100, mayPromote);
    await applyVerdict({ store, environment, services }, verdict, canary, log);
  }

  /** Checks the canary, and logs a problem once, even if the numbers in its text change. */
  async function checkAndLog(log: Log): Promise<void> {
    const previousProblem = problem;
    problem = await checkCanary(log).then(() => null, formatError);
    const withoutNumbers = (text: string | null) => text?.replaceAll(/\d/g, '');
    const isNew = withoutNumbers(problem) !== withoutNumbers(previousProblem);
    // Without telemetry there is nothing to judge, so the problem does not matter.
    if (problem !== null && isNew && shownReleases) log.error({ problem }, 'judge');
  }

  return {
    /** Returns the releases that visitors get, or null without telemetry or before the first check. */
    getShownReleases: () => shownReleases,
    /** Returns why this server cannot judge, as a sentence, or null when it can or has nothing to judge. */
    problem: () => problem,
    /** Resolves after the first check. */
    start: async (log: Log) => {
      await checkAndLog(log);
      stop = repeat(interval, () => checkAndLog(log));
    },
    stop: () => stop(),
  };
}
