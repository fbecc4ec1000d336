import type { ChangeCommand } from './arguments';
import { versionsOnceLive, versionsWalked } from './history';
import type { Change, Ledger, ReleaseSet } from './ledger';
import { planPrune } from './plan-prune';
import { type Entry, type Facts, type Plan, Refusal, type Step } from './steps';

/**
 * The live releases with some replaced. An app that came into the table but has no release yet holds
 * nobody else up: whether the pages can do without it is for compose to say.
 * @throws Refusal on a new site that lacks the release of an app
 */
function releaseSet(ledger: Ledger, facts: Facts, replaced: ReleaseSet): ReleaseSet {
  const standing: ReleaseSet = { ...ledger.live?.releases, ...replaced };
  const missing = facts.apps.filter((app) => standing[app] === undefined);
  if (!ledger.live && missing.length > 0) {
    throw new Refusal(
      `Nothing is live yet and ${missing.join(', ')} would be missing; the first time, publish --all.`,
    );
  }
  const entries = Object.entries(standing).filter(([app]) => facts.apps.includes(app));
  return Object.fromEntries(entries);
}

function uploadSteps(app: string, facts: Facts): { version: string; steps: Step[] } {
  const built = facts.built[app];
  if (!built) throw new Error(`No build of ${app} was given to the plan.`);
  const { version, missing, kept } = built;
  return {
    version,
    steps: [
      { do: 'upload', app, version, keys: missing, kept },
      { do: 'check', app, version },
    ],
  };
}

function planPublish(
  { apps, overBudget }: Extract<ChangeCommand, { name: 'publish' }>,
  ledger: Ledger,
  facts: Facts,
): Plan {
  const uploads = apps.map((app) => ({ app, ...uploadSteps(app, facts) }));
  const built = Object.fromEntries(uploads.map(({ app, version }) => [app, version]));
  const releases = releaseSet(ledger, facts, built);
  const changes = uploads
    .map(({ app, version }) => ({ app, from: ledger.live?.releases[app] ?? null, to: version }))
    .filter(({ from, to }) => from !== to);
  const entry: Entry = {
    action: changes.length > 0 ? 'publish' : 'compose',
    changes,
    ...(overBudget === null ? {} : { overBudget }),
  };
  return {
    steps: [
      ...uploads.flatMap(({ steps }) => steps),
      ...goLive(releases, entry, [{ do: 'weigh', apps, excuse: overBudget }]),
    ],
    outcome:
      changes.length > 0
        ? `${tellChanges(changes)} ${changes.length > 1 ? 'are' : 'is'} live.`
        : `${uploads.map(({ app, version }) => `${app} ${version}`).join(', ')} ${
            uploads.length > 1 ? 'are' : 'is'
          } live already.`,
  };
}

/** @param checks steps between composing and storing that may still refuse */
function goLive(releases: ReleaseSet, entry: Entry, checks: readonly Step[] = []): Step[] {
  return [
    { do: 'compose', releases, preview: null },
    ...checks,
    { do: 'store-pages' },
    { do: 'record', entry },
    { do: 'follow', what: 'Go live' },
  ];
}

function planRollback(
  { app, to }: Extract<ChangeCommand, { name: 'rollback' }>,
  ledger: Ledger,
  facts: Facts,
): Plan {
  const from = ledger.live?.releases[app];
  if (!ledger.live || from === undefined) throw new Refusal(`${app} is not live yet.`);
  const target = to === null ? previousVersion(app, ledger) : versionMeant(app, to, ledger, facts);
  if (target === from) throw new Refusal(`${app} ${target} is live already.`);
  if (!facts.stored.has(`${app}/${target}`)) {
    throw new Refusal(`${app} ${target} is no longer in the store; choose one with --to.`);
  }
  const changes = [{ app, from, to: target }];
  return {
    steps: goLive(releaseSet(ledger, facts, { [app]: target }), { action: 'rollback', changes }),
    outcome: `${tellChanges(changes)} is live again.`,
  };
}

function previousVersion(app: string, ledger: Ledger): string {
  const previous = versionsWalked(ledger.history, app).at(-2);
  if (previous) return previous;
  throw new Refusal(`${app} has no earlier release to go back to.`);
}

/** A version by its beginning, among those that were live once. */
function versionMeant(app: string, typed: string, ledger: Ledger, facts: Facts): string {
  const known = [...versionsOnceLive(ledger.history, app)];
  const meant = known.filter((version) => version.startsWith(typed));
  if (meant.length > 1) throw new Refusal(`"${typed}" may be ${meant.join(' or ')}; type more.`);
  if (meant[0] !== undefined) return meant[0];
  const kept = known.filter((version) => facts.stored.has(`${app}/${version}`));
  throw new Refusal(`${app} ${typed} was never live; what was and is kept: ${kept.join(', ')}.`);
}

function planPreview(
  { app, preview }: Extract<ChangeCommand, { name: 'preview' }>,
  ledger: Ledger,
  facts: Facts,
): Plan {
  const { version, steps } = uploadSteps(app, facts);
  const releases = releaseSet(ledger, facts, { [app]: version });
  const changes = [{ app, from: ledger.live?.releases[app] ?? null, to: version }];
  return {
    steps: [
      ...steps,
      { do: 'compose', releases, preview },
      { do: 'store-pages' },
      { do: 'record', entry: { action: 'preview', changes, preview } },
      { do: 'follow', what: `Show the preview ${preview}` },
    ],
    outcome: `${app} ${version} can be seen at /preview/${preview}/; what is live did not change.`,
  };
}

function planPreviewRemoval(preview: string, ledger: Ledger): Plan {
  if (!ledger.previews[preview]) {
    const known = Object.keys(ledger.previews).join(', ');
    throw new Refusal(
      `There is no preview "${preview}"; ${known === '' ? 'there are none' : `there are: ${known}`}.`,
    );
  }
  return {
    steps: [
      { do: 'record-removal', preview },
      { do: 'follow', what: `Take the preview ${preview} away` },
    ],
    outcome: `The preview ${preview} is gone; prune frees its files.`,
  };
}

function planCompose(ledger: Ledger, facts: Facts): Plan {
  if (!ledger.live) throw new Refusal('Nothing is live yet; publish every app first.');
  return {
    steps: goLive(releaseSet(ledger, facts, {}), { action: 'compose', changes: [] }),
    outcome: 'The live pages are composed from the live releases.',
  };
}

/**
 * What a command would do to a site: a pure function of the command, the ledger and the facts.
 * @throws Refusal when it cannot be done
 */
export function plan(command: ChangeCommand, ledger: Ledger, facts: Facts): Plan {
  switch (command.name) {
    case 'publish':
      return planPublish(command, ledger, facts);
    case 'rollback':
      return planRollback(command, ledger, facts);
    case 'compose':
      return planCompose(ledger, facts);
    case 'preview':
      return planPreview(command, ledger, facts);
    case 'preview-remove':
      return planPreviewRemoval(command.preview, ledger);
    case 'prune':
      if (!facts.prune) throw new Error('No facts for prune were given to the plan.');
      return planPrune(command.keepDays, ledger, facts.prune);
  }
}

function tellChanges(changes: readonly Change[]): string {
  return changes
    .map(({ app, from, to }) => `${app} ${to}${from === null ? '' : ` (was ${from})`}`)
    .join(', ');
}
