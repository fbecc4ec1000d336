import { setTimeout as wait } from 'node:timers/promises';
import { UserError } from '@composed/command/errors';
import type { Count, Terminal } from '@composed/command/terminal';
import { buildReleases } from './build-releases';
import type { ChangeCommand } from '../plan/commands';
import { entriesSince, formatChanges } from '../../ledger/history';
import { type Ledger, readLedger } from '../../ledger/ledger';
import { planFor } from '../plan/plan';
import { recover } from '../steps/recover';
import { withReleases } from '../../store/overlay';
import { createProgress, type Progress } from '../../inspect/reports/progress';
import { refuseContradiction } from '../../ledger/settings';
import type { ReleaseTool } from '../../tool/tool';

/** One command wins each round, so these are enough for as many commands at once. */
const maxRounds = 100;

/**
 * Carries out a command that changes the site: plan, then step by step. When somebody else changes the
 * ledger meanwhile, it plans again on top of that, so that both changes end up live.
 * @param beforeCommit called before the first step that others see: until then what is live is as it was
 * @returns the outcome in a sentence or two for the person at the keyboard, and the new ledger
 * @throws UserError or Error. Before the commit what is live is then as it was; after it the next command finishes.
 */
export async function change(
  command: ChangeCommand,
  tool: ReleaseTool,
  progress: Progress,
  beforeCommit: () => void = () => undefined,
) {
  const { store } = tool;
  await store.checkAccess('write');
  let state = await recover(store);
  // A new store is tried before a build that it could not take.
  if (state.ledger.revision === 0) await store.checkAccess('conditions');
  const first = state.ledger;
  const builds = await buildReleases(command, tool, progress);
  for (let round = 1; round <= maxRounds; round += 1) {
    if (round > 1) {
      // A random delay in milliseconds: the losers of a round would collide again if all planned at once.
      await wait(Math.random() * Math.min(2000, 25 * 2 ** round));
      state = await recover(store);
    }
    try {
      const ledger = siteFor(command, state.ledger, tool);
      refuseStale(command, first, ledger);
      const { run, outcome } = await planFor(command, tool, builds, ledger);
      const overlay = await withReleases(tool, builds.values(), ledger.live?.releases);
      const context = { tool, ledger, builds, overlay, aliases: state.aliases };
      const nextLedger = await run(context, ({ title, commits }, work) => {
        if (commits) beforeCommit();
        return watchStep(title, work, progress, () => changeSince(store, ledger));
      });
      return { outcome, ledger: nextLedger ?? (await readLedger(store)) };
    } catch (error) {
      // A concurrent prune may have removed files of this step, so with a newer ledger the command plans again.
      const now = await readLedger(store);
      if (now.revision === state.ledger.revision) throw error;
    }
  }
  throw new UserError('Too many other changes are under way; try again in a moment.');
}

/** A sentence on the changes by others since a ledger was read; undefined without any. */
async function changeSince(store: ReleaseTool['store'], before: Ledger) {
  const now = await readLedger(store);
  if (now.revision === before.revision) return undefined;
  const entries = entriesSince(before.history, now.history).map(({ by, action, changes }) =>
    [`${by}:`, action, formatChanges(changes)].filter(Boolean).join(' '),
  );
  const acts = entries.length > 0 ? ` (${entries.join('; ')})` : '';
  return `somebody else changed the site meanwhile${acts}: once more on top of it`;
}

/**
 * Shows a step as it runs. If it fails because of somebody else's change, the message says whose and which.
 * @throws the failure in both cases
 */
async function watchStep<T extends { readonly detail: string }>(
  title: string,
  work: (count: Count) => Promise<T>,
  progress: Progress,
  findChange: () => Promise<string | undefined>,
): Promise<T> {
  const outcome = await progress(title, async (count) => {
    try {
      const result = await work(count);
      return { detail: result.detail, result };
    } catch (error) {
      const detail = await findChange();
      if (detail === undefined) throw error;
      return { detail, isAgain: true, error };
    }
  });
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

/**
 * Carries out a command as `change` does, for somebody at a terminal: its steps are shown, and Ctrl-C says what is live.
 * @param end ends the process on Ctrl-C; undefined: the caller does
 */
export async function changeWatched(
  command: ChangeCommand,
  tool: ReleaseTool,
  terminal: Terminal,
  end?: () => void,
) {
  let state = 'what is live is as it was';
  const beforeCommit = () => {
    state = 'it was going live, and the next command finishes or undoes it';
  };
  const stop = () => {
    terminal.writeError(`\nStopped: ${state}.\n`);
    end?.();
  };
  process.once('SIGINT', stop);
  const changing = change(command, tool, createProgress(terminal), beforeCommit);
  return changing.finally(() => process.off('SIGINT', stop));
}

/**
 * The plan of a command, and the result of each check that needs no browser, of types as well. Builds if needed, since the plan depends
 * on it; the store is only read.
 * @returns also the titles of the checks that were left out
 * @throws as `change` does when the command cannot be carried out
 */
export async function dryRun(command: ChangeCommand, tool: ReleaseTool, progress: Progress) {
  const builds = await buildReleases(command, tool, progress);
  const ledger = siteFor(command, await readLedger(tool.store), tool);
  const { steps, outcome, run } = await planFor(command, tool, builds, ledger);
  const overlay = await withReleases(tool, builds.values(), ledger.live?.releases);
  const end = new Error('A dry run ends before the first step that writes.');
  const context = { tool, ledger, builds, overlay, aliases: new Map(), isDry: true };
  await run(context, ({ title, kind }, work) => {
    if (kind === undefined) throw end;
    return progress(title, work);
  }).catch((error: unknown) => {
    if (error !== end) throw error;
  });
  const leftOut = steps.filter(({ kind }) => kind === 'needs-browser').map(({ title }) => title);
  return { steps, outcome, leftOut };
}

/**
 * A new site takes its settings from the environment; on any other they must agree.
 * @throws UserError when they do not
 */
function siteFor(command: ChangeCommand, ledger: Ledger, { environment }: ReleaseTool): Ledger {
  if (!['publish', 'start', 'preview', 'compose'].includes(command.name)) return ledger;
  const { siteUrl, data } = ledger.live ? ledger.settings : environment;
  const settings = {
    ...ledger.settings,
    siteUrl: ledger.settings.siteUrl ?? siteUrl,
    data: { ...data, ...ledger.settings.data },
  };
  refuseContradiction(settings, environment);
  return { ...ledger, settings };
}

/** The release of a canary, which stays the same when the live site beside it changes its pages. */
const canaryRelease = ({ canary }: Ledger) => canary && `${canary.app} ${canary.version}`;

/**
 * Refuses a rollback, or a change of a canary, if the release that it acts on has changed since the person typed it.
 */
function refuseStale(command: ChangeCommand, first: Ledger, now: Ledger): void {
  const isOther =
    command.name === 'promote'
      ? first.canary?.deployment !== now.canary?.deployment
      : ['abort', 'canary'].includes(command.name) && canaryRelease(first) !== canaryRelease(now);
  if (isOther) {
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
