import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type { SiteServices } from '@composed/http/services/site-services';
import { isCollecting, type Environment } from '@composed/command/environment';
import { listFaults } from '@composed/release/inspect/stacks/faults';
import type { ReleaseSet } from '@composed/contracts/release-manifest';
import { type Canary, type Ledger, readLedger, writeNextLedger } from '@composed/release/ledger';
import { formatError } from '@composed/command/format';
import { isJudged } from '@composed/release/ledger/site-settings';
import type { Store } from '@composed/release/store';
import { repeat } from '@composed/http/operations/repeat';
import {
  belongsToReleases,
  readJudge,
  readTelemetry,
  type TelemetryRow,
} from '@composed/http/telemetry/read-counts';
import type { ShownReleases } from '@composed/http/telemetry/shown-releases';
import { judge, type Tally, type Verdict } from './judge';

/** Adds up the counts of visits to a deployment. */
export function countVisits(rows: readonly TelemetryRow[], releases: ReleaseSet): Tally {
  const ownRows = rows.filter((row) => belongsToReleases(row, releases));
  const histogram = (name: string) => {
    const times = new Map<number, number>();
    for (const { measure, value, count } of ownRows) {
      if (measure === name) times.set(Number(value), (times.get(Number(value)) ?? 0) + count);
    }
    return times;
  };
  const total = (name: string) => histogram(name).get(0) ?? 0;
  return {
    visits: total('visits'),
    faulty: total('faulty'),
    unhydrated: total('unhydrated'),
    lcp: histogram('lcp'),
    inp: histogram('inp'),
  };
}

function findShownReleases({ live, canary, settings }: Ledger): ShownReleases | null {
  if (!live || !isJudged(settings)) return null;
  const { releases, share = 0, judge: by } = canary ?? {};
  return {
    since: Date.parse((canary ?? live).since) || 0,
    live: live.releases,
    canary: releases ? { releases, share, secret: by?.secret ?? null } : null,
  };
}

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/** Milliseconds after which a failed write check is repeated. */
const retryInterval = 60_000;

/**
 * Returns a function that checks that this server may write to the store. It checks once for each canary, and again
 * each minute after a failure. It throws an Error with one sentence when the server may not.
 */
function createWriteProbe(store: Store) {
  let lastCheck: { canary: string; at: number; problem: string | null } | null = null;
  return async (canary: string): Promise<void> => {
    const isDue = lastCheck?.problem != null && performance.now() - lastCheck.at > retryInterval;
    if (lastCheck?.canary !== canary || isDue) {
      const failure = await store.checkAccess('conditions').then(() => null, formatError);
      lastCheck = { canary, at: performance.now(), problem: failure };
    }
    if (lastCheck.problem === null) return;
    throw new Error(`This server counts telemetry but cannot judge canaries: ${lastCheck.problem}`);
  };
}

/** The source position of a release's most frequent fault, for the reason of an abort; '' if it is unknown. */
async function findWorstPosition(store: Store, dataDir: string, canary: Canary): Promise<string> {
  const { app, version, since } = canary;
  const rows = readTelemetry(dataDir, Date.parse(since) || 0);
  const faults = await listFaults(store, { day: rows, month: rows });
  const worst = faults.find(
    (fault) => fault.app === app && fault.version === version && fault.position !== null,
  );
  return worst ? `; it fails most at ${worst.position}` : '';
}

/** Everything that a judge needs to promote or abort a canary. */
interface JudgeContext {
  readonly store: Store;
  readonly environment: Environment;
  readonly services: SiteServices;
}

/**
 * Promotes or aborts a canary.
 * @throws Error with one sentence when that fails, unless another command has ended the canary first
 */
async function applyVerdict(
  { store, environment, services }: JudgeContext,
  verdict: Verdict,
  canary: Canary,
  log: Log,
): Promise<void> {
  const { action } = verdict;
  const { deployment, app, version } = canary;
  if (action === 'hold') return;
  // The verdict does not depend on the source position, so errors while looking for it are ignored.
  const position =
    action === 'abort'
      ? await findWorstPosition(store, environment.dataDir, canary).catch(() => '')
      : '';
  const reason = verdict.reason + position;
  try {
    // Loaded on demand, so that a server starts without the code that publishes.
    const { runSiteCommand } = await import('@composed/release/run-site-command');
    const { openReleaseTool } = await import('@composed/release/tool');
    const tool = { ...(await openReleaseTool(environment, services)), by: 'the judge' };
    await runSiteCommand({ name: action, reason, deployment }, tool, (_title, work) =>
      work(() => undefined),
    );
    if (action === 'abort') log.warn({ app, version, reason }, 'canary aborted');
    else log.info({ app, version, reason }, 'canary promoted');
  } catch (error) {
    if ((await readLedger(store)).canary?.deployment !== deployment) return;
    const sentence = `The verdict on the canary of ${app} ${version} is to ${action} it (${reason})`;
    throw new Error(`${sentence}, but that failed: ${formatError(error)}`, { cause: error });
  }
}

/**
 * Makes this server the judge of a canary that has none.
 * @returns the ledger that names this server as the judge, or null without a database or when another server was faster
 * @throws Error when a server with another database is the judge
 */
async function becomeJudge(
  { store, environment }: Pick<JudgeContext, 'store' | 'environment'>,
  probe: ReturnType<typeof createWriteProbe>,
  ledger: Ledger,
  canary: Canary,
): Promise<Ledger | null> {
  const id = readJudge(environment.dataDir);
  if (canary.judge?.id === id) return ledger;
  if (canary.judge) {
    throw new Error(
      `The canary of ${canary.app} ${canary.version} is judged by ${canary.judge.name}, which does not see the visits that are counted here; if it is gone, let another one judge: npm run release -- canary ${canary.share}`,
    );
  }
  if (id === null) return null;
  await probe(canary.deployment);
  const ownJudge = { id, name: hostname(), secret: randomBytes(32).toString('base64url') };
  return writeNextLedger(store, ledger, { canary: { ...canary, judge: ownJudge } });
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

  async function checkCanary(log: Log): Promise<void> {
    const ledger = await readLedger(store);
    const { live, canary } = ledger;
    shownReleases = findShownReleases(ledger);
    if (!shownReleases || !live || !isCollecting(environment.upstreams)) return;
    if (!canary) return probe('');
    const ownLedger = await becomeJudge({ store, environment }, probe, ledger, canary);
    shownReleases = findShownReleases(ownLedger ?? ledger);
    if (!ownLedger || !shownReleases) return;
    const { since } = shownReleases;
    const tally = ({ releases }: { releases: ReleaseSet }) =>
      countVisits(readTelemetry(environment.dataDir, since, releases), releases);
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
