import { setTimeout as wait } from 'node:timers/promises';
import { UserError } from '@composed/command/errors';
import type { ReportProgress, Terminal } from '@composed/command/terminal';
import { buildReleases } from './build-releases';
import type { SiteCommand } from '../plan/site-command';
import { findNewEntries } from '../../ledger/history';
import { formatChanges } from '../../ledger/release-set';
import { type Ledger, readLedger } from '../../ledger/ledger';
import { planCommand } from '../plan/plan-command';
import { recover } from '../../ledger/recover';
import { overlayReleases } from '../../store/overlay';
import { createProgress, type Progress } from '@composed/command/progress';
import { requireNoContradiction } from '../../ledger/site-settings';
import type { ReleaseTool } from '../../tool/release-tool';

/** In each round one of the competing commands succeeds, so this suffices for as many commands at once. */
const maxRounds = 100;

/**
 * Changes the site: plans a command, and then runs the steps. If somebody else changes the ledger during that, plans the
 * command again on top of their change, so that both changes go live.
 * @param beforeCommit called before the first step that visitors can see; until then the live site does not change
 * @returns the outcome in a sentence or two, and the new ledger
 * @throws UserError or Error. If it is thrown after the commit, the next command completes the change.
 */
export async function changeSite(
  command: SiteCommand,
  tool: ReleaseTool,
  progress: Progress,
  beforeCommit: () => void = () => undefined,
) {
  const { store } = tool;
  await store.checkAccess('write');
  let ledgerState = await recover(store);
  // A new store is checked before the time for a build is spent.
  if (ledgerState.ledger.revision === 0) await store.checkAccess('conditions');
  const firstLedger = ledgerState.ledger;
  const builds = await buildReleases(command, tool, progress);
  for (let round = 1; round <= maxRounds; round += 1) {
    if (round > 1) {
      // The delay in milliseconds is random, since commands that all plan at once would collide again.
      await wait(Math.random() * Math.min(2000, 25 * 2 ** round));
      ledgerState = await recover(store);
    }
    try {
      const ledger = applyEnvironment(command, ledgerState.ledger, tool);
      requireUnchangedRelease(command, firstLedger, ledger);
      const { run, outcome } = await planCommand(command, tool, builds, ledger);
      const overlay = await overlayReleases(tool, builds.values(), ledger.live?.releases);
      const context = { tool, ledger, builds, overlay, aliases: ledgerState.aliases };
      const nextLedger = await run(context, ({ title, commits }, work) => {
        if (commits) beforeCommit();
        return runStepWithProgress(title, work, progress, () =>
          describeOtherChanges(store, ledger),
        );
      });
      return { outcome, ledger: nextLedger ?? (await readLedger(store)) };
    } catch (error) {
      // If the ledger has changed, the command is planned again: a concurrent prune may have caused the failure.
      const latest = await readLedger(store);
      if (latest.revision === ledgerState.ledger.revision) throw error;
    }
  }
  throw new UserError('Too many other changes are under way; try again in a moment.');
}

/** Describes the changes by others since a ledger was read; undefined if there are none. */
async function describeOtherChanges(store: ReleaseTool['store'], before: Ledger) {
  const latest = await readLedger(store);
  if (latest.revision === before.revision) return undefined;
  const entries = findNewEntries(before.history, latest.history).map(({ by, action, changes }) =>
    [`${by}:`, action, formatChanges(changes)].filter(Boolean).join(' '),
  );
  const details = entries.length > 0 ? ` (${entries.join('; ')})` : '';
  return `somebody else changed the site meanwhile${details}: planning again`;
}

/**
 * Shows a step while it runs. If it fails after somebody else's change, shows that change instead of the failure.
 * @throws the failure of the step
 */
async function runStepWithProgress<T extends { readonly detail: string }>(
  title: string,
  work: (reportProgress: ReportProgress) => Promise<T>,
  progress: Progress,
  findOtherChanges: () => Promise<string | undefined>,
): Promise<T> {
  const outcome = await progress(title, async (reportProgress) => {
    try {
      const result = await work(reportProgress);
      return { detail: result.detail, result };
    } catch (error) {
      const detail = await findOtherChanges();
      if (detail === undefined) throw error;
      return { detail, isAgain: true, error };
    }
  });
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

/**
 * Changes the site as `changeSite` does, and shows the steps. Ctrl-C prints whether the change is live.
 * @param exit ends the process after Ctrl-C, unless the caller does
 */
export async function changeSiteWithProgress(
  command: SiteCommand,
  tool: ReleaseTool,
  terminal: Terminal,
  exit?: () => void,
) {
  let siteState = 'the live site is unchanged';
  const beforeCommit = () => {
    siteState = 'it was going live, and the next command finishes or undoes it';
  };
  const stop = () => {
    terminal.writeError(`\nStopped: ${siteState}.\n`);
    exit?.();
  };
  process.once('SIGINT', stop);
  const changePromise = changeSite(command, tool, createProgress(terminal), beforeCommit);
  return changePromise.finally(() => process.off('SIGINT', stop));
}

/**
 * Plans a command and runs each check that needs no browser, and the check of types. Builds if needed, since the plan
 * depends on the build, but writes nothing to the store.
 * @returns the plan, and the titles of the checks that were left out
 * @throws as `changeSite` does if the command cannot be run
 */
export async function dryRun(command: SiteCommand, tool: ReleaseTool, progress: Progress) {
  const builds = await buildReleases(command, tool, progress);
  const ledger = applyEnvironment(command, await readLedger(tool.store), tool);
  const { steps, outcome, run } = await planCommand(command, tool, builds, ledger);
  const overlay = await overlayReleases(tool, builds.values(), ledger.live?.releases);
  const endOfDryRun = new Error('A dry run ends before the first step that writes.');
  const context = { tool, ledger, builds, overlay, aliases: new Map(), isDry: true };
  await run(context, ({ title, access }, work) => {
    if (access === 'writes') throw endOfDryRun;
    return progress(title, work);
  }).catch((error: unknown) => {
    if (error !== endOfDryRun) throw error;
  });
  const leftOut = steps
    .filter(({ access }) => access === 'reads-in-browser')
    .map(({ title }) => title);
  return { steps, outcome, leftOut };
}

/**
 * Returns the ledger with the settings of the environment, if the site is new.
 * @throws UserError if the environment contradicts the settings of the site
 */
function applyEnvironment(
  command: SiteCommand,
  ledger: Ledger,
  { environmentSettings }: ReleaseTool,
): Ledger {
  if (!['publish', 'start', 'preview', 'compose'].includes(command.name)) return ledger;
  const { siteUrl, data } = ledger.live ? ledger.settings : environmentSettings;
  const settings = {
    ...ledger.settings,
    siteUrl: ledger.settings.siteUrl ?? siteUrl,
    data: { ...data, ...ledger.settings.data },
  };
  requireNoContradiction(settings, environmentSettings);
  return { ...ledger, settings };
}

/** Identifies the release of a canary, which stays the same when its pages are composed again for a new live site. */
const canaryRelease = ({ canary }: Ledger) => canary && `${canary.app} ${canary.version}`;

/** @throws UserError if somebody has changed the release of a rollback or of the canary since the command was typed */
function requireUnchangedRelease(command: SiteCommand, first: Ledger, now: Ledger): void {
  const changesCanary = command.name === 'abort' || command.name === 'canary';
  const isOtherCanary =
    command.name === 'promote'
      ? first.canary?.deployment !== now.canary?.deployment
      : changesCanary && canaryRelease(first) !== canaryRelease(now);
  if (isOtherCanary) {
    throw new UserError('The canary changed meanwhile; look at "status" and try again.');
  }
  if (command.name !== 'rollback') return;
  const live = now.live?.releases[command.app];
  if (first.live?.releases[command.app] !== live) {
    throw new UserError(
      `${command.app} ${live ?? ''} went live meanwhile; look at "status" and try again.`,
    );
  }
}
