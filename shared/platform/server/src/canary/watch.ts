import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type { SiteServices } from '@composed/http/services/site-services';
import { isCollecting, type Settings } from '@composed/command/environment';
import { listFaults } from '@composed/release/inspect/stacks/faults';
import {
  type Canary,
  type Ledger,
  readLedger,
  type ReleaseSet,
  writeNext,
} from '@composed/release/ledger';
import { formatError } from '@composed/command/format';
import { isJudged } from '@composed/release/ledger/settings';
import type { Store } from '@composed/release/store';
import { repeat } from '@composed/http/operations/repeat';
import {
  isOf,
  readJudge,
  readTelemetry,
  type Shown,
  type TelemetryRow,
} from '@composed/http/telemetry/counts';
import { judge, type Tally, type Verdict } from './judge';

/** Adds up the counts of visits to a set of releases. */
export function tallyOf(rows: readonly TelemetryRow[], releases: ReleaseSet): Tally {
  const ownRows = rows.filter((row) => isOf(row, releases));
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

function shownBy({ live, canary, settings }: Ledger): Shown | null {
  if (!live || !isJudged(settings)) return null;
  const { releases, share = 0, judge: by } = canary ?? {};
  return {
    since: Date.parse((canary ?? live).since) || 0,
    live: live.releases,
    canary: releases ? { releases, share, secret: by?.secret ?? null } : null,
  };
}

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/** Milliseconds until a server that could not write to the store tries again. */
const probeEvery = 60_000;

/**
 * A check that this server may write to the store: once for each canary, and each minute after a failure.
 * @returns a function that throws an Error with one sentence while it may not
 */
function createWriteProbe(store: Store) {
  let probed: { what: string; at: number; problem: string | null } | null = null;
  return async (what: string): Promise<void> => {
    const isOld = probed?.problem != null && performance.now() - probed.at > probeEvery;
    if (probed?.what !== what || isOld) {
      const failure = await store.checkAccess('conditions').then(() => null, formatError);
      probed = { what, at: performance.now(), problem: failure };
    }
    if (probed.problem === null) return;
    throw new Error(`This server counts telemetry but cannot judge canaries: ${probed.problem}`);
  };
}

/** The line of the most frequent fault of a release, for the reason of an abort; '' where it is unknown. */
async function worstLine(store: Store, dataDir: string, canary: Canary): Promise<string> {
  const { app, version, since } = canary;
  const rows = readTelemetry(dataDir, Date.parse(since) || 0);
  const faults = await listFaults(store, { day: rows, month: rows });
  const worst = faults.find(
    (fault) => fault.app === app && fault.version === version && fault.position !== null,
  );
  return worst ? `; it fails most at ${worst.position}` : '';
}

/** The store that a judge follows, and its settings and services for a publish. */
interface Publishing {
  readonly store: Store;
  readonly settings: Settings;
  readonly services: SiteServices;
}

/**
 * Promotes or aborts a canary.
 * @throws Error with one sentence, unless another command has ended the canary first
 */
async function carryOut(
  { store, settings, services }: Publishing,
  verdict: Verdict,
  canary: Canary,
  log: Log,
): Promise<void> {
  const { action } = verdict;
  const { deployment, app, version } = canary;
  if (action === 'hold') return;
  // A source line that cannot be found stops no verdict.
  const line =
    action === 'abort' ? await worstLine(store, settings.dataDir, canary).catch(() => '') : '';
  const reason = verdict.reason + line;
  try {
    // Loaded for a verdict: a server starts without the code that publishes.
    const { change } = await import('@composed/release/publish/change');
    const { openReleaseTool } = await import('@composed/release/tool');
    const tool = { ...(await openReleaseTool(settings, services)), by: 'the judge' };
    await change({ name: action, reason, deployment }, tool, (_title, work) =>
      work(() => undefined),
    );
    if (action === 'abort') log.warn({ app, version, reason }, 'canary aborted');
    else log.info({ app, version, reason }, 'canary promoted');
  } catch (error) {
    if ((await readLedger(store)).canary?.deployment !== deployment) return;
    const what = `The verdict on the canary of ${app} ${version} is to ${action} it (${reason})`;
    throw new Error(`${what}, but that failed: ${formatError(error)}`, { cause: error });
  }
}

/**
 * Makes this server the judge of a canary that has none.
 * @returns the ledger in which this server is the judge, or null where it is not
 * @throws Error where another server is the judge, with a database of its own
 */
async function ledgerToJudge(
  { store, settings }: Pick<Publishing, 'store' | 'settings'>,
  probe: ReturnType<typeof createWriteProbe>,
  ledger: Ledger,
  canary: Canary,
): Promise<Ledger | null> {
  const id = readJudge(settings.dataDir);
  if (canary.judge?.id === id) return ledger;
  if (canary.judge) {
    throw new Error(
      `The canary of ${canary.app} ${canary.version} is judged by ${canary.judge.name}, which does not see the visits that are counted here; if it is gone, let another one judge: npm run release -- canary ${canary.share}`,
    );
  }
  if (id === null) return null;
  await probe(canary.deployment);
  const ownJudge = { id, name: hostname(), secret: randomBytes(32).toString('base64url') };
  return writeNext(store, ledger, { canary: { ...canary, judge: ownJudge } });
}

/**
 * Follows the releases that visitors get. Of the servers that count telemetry, the first to write itself into the ledger
 * judges a canary: with one judge there is one chance of a false alarm. Verdicts go to its log. A problem that keeps the
 * server from judging goes there once, and onto the status page.
 * @param every milliseconds between two looks
 */
export function watchCanary(
  store: Store,
  settings: Settings,
  services: SiteServices,
  every = 5000,
) {
  let shownReleases: Shown | null = null;
  let problem: string | null = null;
  let stop = () => Promise.resolve();
  const probe = createWriteProbe(store);

  async function look(log: Log): Promise<void> {
    const ledger = await readLedger(store);
    const { live, canary } = ledger;
    shownReleases = shownBy(ledger);
    if (!shownReleases || !live || !isCollecting(settings.upstreams)) return;
    if (!canary) return probe('');
    const judged = await ledgerToJudge({ store, settings }, probe, ledger, canary);
    shownReleases = shownBy(judged ?? ledger);
    if (!judged || !shownReleases) return;
    const { since } = shownReleases;
    const tally = ({ releases }: { releases: ReleaseSet }) =>
      tallyOf(readTelemetry(settings.dataDir, since, releases), releases);
    const { promoteAfter, share } = canary;
    const mayPromote = promoteAfter !== null && Date.now() - since >= promoteAfter * 60_000;
    const verdict = judge(tally(canary), tally(live), share / 100, mayPromote);
    await carryOut({ store, settings, services }, verdict, canary, log);
  }

  /** Checks the canary, and logs a problem once, even if its numbers change. */
  async function checkAndLog(log: Log): Promise<void> {
    const before = problem;
    problem = await look(log).then(() => null, formatError);
    const withoutNumbers = (text: string | null) => text?.replaceAll(/\d/g, '');
    const isNew = withoutNumbers(problem) !== withoutNumbers(before);
    // A site without telemetry has nothing to judge.
    if (problem !== null && isNew && shownReleases) log.error({ problem }, 'judge');
  }

  return {
    /** The releases that visitors get, for the collector; null without telemetry, or before the first look. */
    shown: () => shownReleases,
    /** The reason, for people, that this server cannot judge; null where it can or need not. */
    problem: () => problem,
    /** Resolves after the first look. */
    start: async (log: Log) => {
      await checkAndLog(log);
      stop = repeat(every, () => checkAndLog(log));
    },
    stop: () => stop(),
  };
}
