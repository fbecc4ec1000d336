import { UserError } from '@composed/command/errors';
import type { Deployment } from '@composed/compose/deployment';
import { readDeployment } from '../../deployments/deployments';
import { composeDeployment, type DeploymentRecipe } from '../../deployments/compose-deployment';
import { matchId } from '../../ledger/match-id';
import { sortReleases } from '../../ledger/release-set';
import { keptEntries } from '../../ledger/history';
import type { ReleaseSet } from '@composed/contracts/release-manifest';
import {
  type Ledger,
  nothingLiveMessage,
  pageActions,
  readLedger,
  releaseActions,
} from '../../ledger/ledger';
import { formatTime } from '@composed/command/format';
import type { ReleaseTool } from '../../tool/release-tool';

/** A live deployment, from one entry of the history to the next. */
export type PastDeployment = ReturnType<typeof listPastDeployments>[number];

const changesPages: readonly string[] = [...releaseActions, ...pageActions];

/** Returns every live deployment, oldest first, as far back as the history is complete. */
export function listPastDeployments({ live, history }: Pick<Ledger, 'live' | 'history'>) {
  let releases: ReleaseSet = live?.releases ?? {};
  const newestFirst = history.slice(-keptEntries).reverse();
  const deployments = newestFirst.flatMap((entry) => {
    const { action, deployment, changes, removed } = entry;
    // An entry without pages changed nothing that visitors see.
    if (!changesPages.includes(action) || deployment === null) return [];
    const pastDeployment = { entry, deployment, releases };
    const previousVersions = Object.fromEntries(changes.map(({ app, from }) => [app, from]));
    const removedRelease = removed ? { [removed.app]: removed.version } : {};
    releases = sortReleases({ ...releases, ...previousVersions, ...removedRelease });
    return [pastDeployment];
  });
  return deployments.reverse();
}

/** Returns the releases of a deployment that were pruned, so that its pages cannot load them. */
export function findPruned(
  { releases }: Pick<PastDeployment, 'releases'>,
  keptReleases: readonly { readonly app: string; readonly version: string }[],
): string[] {
  const keptNames = new Set(keptReleases.map(({ app, version }) => `${app} ${version}`));
  const releaseNames = Object.entries(releases).map((release) => release.join(' '));
  return releaseNames.filter((release) => !keptNames.has(release));
}

/** The forms that `parseTime` and `findPastDeployment` accept, for messages. */
export const timeFormat = 'a span before now (2d) or a time in UTC ("2026-03-01 14:05")';
export const revisionFormat = 'a time, a revision or a deployment';

const minutesPerUnit: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1440 };

/** @returns a time in ISO 8601, UTC; null if the text is not a time */
export function parseTime(text: string, now: Date): string | null {
  const [, count = '', unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const isDate = /^\d{4}-\d\d-\d\d(?:$|[T ]\d)/.test(text);
  let time = NaN;
  if (unit) time = now.getTime() - Number(count) * (minutesPerUnit[unit] ?? NaN) * 60_000;
  else if (isDate) time = Date.parse(text.replace(/Z?$/, 'Z'));
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/**
 * Finds the deployment that was live at a time, after a revision of the ledger, or with an id that begins like the text.
 * @param text a text that a person has typed; 'live' is the live deployment
 * @throws UserError if the history has no such deployment, or several
 */
export function findPastDeployment(
  deployments: readonly PastDeployment[],
  text: string,
  now: Date,
): PastDeployment {
  const time = parseTime(text, now);
  const revision = /^\d{1,7}$/.test(text) ? Number(text) : null;
  const ids = deployments.map(({ deployment }) => deployment);
  const id = /^[0-9a-f]{8,}$/.test(text) ? matchId(ids, text) : undefined;
  const match = deployments.findLast(({ deployment, entry }) => {
    if (time !== null) return entry.at <= time;
    if (revision !== null) return entry.revision !== undefined && entry.revision <= revision;
    return text === 'live' || deployment === id;
  });
  if (match) return match;
  const begin = deployments[0]?.entry.at;
  if (begin === undefined) throw new UserError(nothingLiveMessage);
  throw new UserError(
    time !== null
      ? `Nothing was live at "${text}": the history begins at ${formatTime(begin)} (UTC).`
      : `The history does not say what was live at "${text}": name ${revisionFormat} of "history".`,
  );
}

/**
 * Finds the start of a period of the history: the given time, or the beginning of the history if that is later.
 * @returns the start, and a sentence if it was moved, or ''
 * @throws UserError if only one deployment was ever live
 */
export function findStart(deployments: readonly PastDeployment[], text: string, now: Date) {
  const time = parseTime(text, now);
  const begin = deployments[0]?.entry.at;
  if (time === null || begin === undefined || begin <= time) return { start: text, note: '' };
  if (deployments.length === 1)
    throw new UserError(
      `The history begins at ${formatTime(begin)} (UTC), and since then one deployment has been live, with none before it to compare: publish a change first.`,
    );
  const note = `The history begins at ${formatTime(begin)} (UTC), after "${text}": it starts there.`;
  return { start: begin, note };
}

/**
 * Reads a past ledger without previews and canaries, and every deployment that was live until then. Has the current data
 * and settings if the store no longer has those of the past.
 * @param text a revision as `findPastDeployment` takes it
 */
export async function readLedgerAt(
  { store, now }: Pick<ReleaseTool, 'store' | 'now'>,
  text: string,
) {
  const ledger = await readLedger(store);
  if (/^\d{1,7}$/.test(text) && Number(text) > ledger.revision) {
    throw new UserError(`There is no revision ${text} yet; the last is ${ledger.revision}.`);
  }
  const deployments = listPastDeployments(ledger);
  const target = findPastDeployment(deployments, text, now());
  const { at: since, by, revision = ledger.revision } = target.entry;
  const liveThen = (await readLedger(store, revision)).live ?? ledger.live;
  if (!liveThen)
    throw new Error('Nothing is live now, so the settings of that time cannot be completed.');
  return {
    ...ledger,
    revision,
    canary: null,
    previews: {},
    pruning: null,
    live: { ...liveThen, ...target, since, by, rollbackChecks: [] },
    history: ledger.history.slice(0, ledger.history.indexOf(target.entry) + 1),
    pastDeployments: deployments.slice(0, deployments.indexOf(target) + 1),
  };
}

/** Reads the pages of a deployment from the store, or composes them if they are not there. Writes nothing. */
export async function readOrCompose(
  tool: Pick<ReleaseTool, 'store' | 'compose'>,
  recipe: Omit<DeploymentRecipe, 'preview'> & { readonly deployment: string | undefined },
): Promise<Deployment> {
  const { deployment } = recipe;
  const storedDeployment =
    deployment === undefined ? null : await readDeployment(tool.store, deployment);
  return storedDeployment ?? composeDeployment(tool, { ...recipe, preview: null });
}
