import type { ChangeCommand } from '../commands';
import {
  type Entry,
  formatChanges,
  formatSet,
  rollbackPath,
  waitingReleases,
  versionsOnceLive,
  wasShown,
  wentLive,
} from '../history';
import type { Ledger } from '../ledger';
import { Refusal } from '../refusal';
import { formatSettingsChange, type SettingsChange } from '../settings';
import { unknownName } from '../../usage';
import {
  builtVersion,
  type Facts,
  goLive,
  type Named,
  type Plan,
  refuseOfAnother,
  releaseSet,
  uploadSteps,
} from './parts';
import { canaryOutcome, planAbort, planPromote, planShare } from './canary';
import { planPreview, planPreviewRemoval } from './preview';
import { planPrune } from './prune';

/**
 * What a command would do to a site: a pure function of the command, the ledger and the facts.
 * @throws Refusal when it cannot be done
 */
export function plan(command: ChangeCommand, ledger: Ledger, facts: Facts): Plan {
  switch (command.name) {
    case 'publish':
      return planPublish(command, ledger, facts);
    case 'start':
      return planStart(ledger, facts);
    case 'rollback':
      return planRollback(command, ledger, facts);
    case 'canary':
      return planShare(command.share, ledger);
    case 'promote':
      return planPromote(command.composition, ledger);
    case 'abort':
      return planAbort(command.reason, command.composition, ledger);
    case 'compose':
      return planCompose(ledger);
    case 'settings':
      return planSettings(command.change, ledger, facts);
    case 'remove':
      return planRemoval(command.app, ledger);
    case 'preview':
      return planPreview(command, ledger, facts);
    case 'preview-remove':
      return planPreviewRemoval(command.preview, ledger);
    case 'prune':
      return planPrune(command, ledger, facts);
  }
}

/** Where the host shows the app, its place is empty then. */
function planRemoval(app: string, ledger: Ledger): Plan {
  const version = liveVersion(app, ledger);
  if (app === 'host') throw new Refusal('The host is the site itself and cannot be removed.');
  const { [app]: _removed, ...releases } = ledger.live?.releases ?? {};
  const entry = { action: 'remove', changes: [], removed: { app, version } } as const;
  return {
    steps: goLive(ledger, { releases, entry }),
    outcome: `${app} is no longer on the site; publish it again to bring it back.`,
  };
}

/** @throws UsageError when the site has no such app */
function liveVersion(app: string, ledger: Ledger): string {
  if (!ledger.live) throw new Refusal('Nothing is live yet.');
  const { releases } = ledger.live;
  const version = releases[app];
  if (version !== undefined) return version;
  throw unknownName('app of this site', app, Object.keys(releases));
}

function planCompose(ledger: Ledger): Plan {
  if (!ledger.live) throw new Refusal('Nothing is live yet; publish every app first.');
  const { releases } = ledger.live;
  return {
    steps: goLive(ledger, { releases, entry: { action: 'compose', changes: [] } }),
    outcome: 'The live pages are composed from the live releases.',
  };
}

function planSettings(settings: SettingsChange, ledger: Ledger, { apps, data }: Facts): Plan {
  const { live, settings: before } = ledger;
  const limited = Object.keys({ ...live?.releases, ...waitingReleases(ledger), ...before.budget });
  const known = new Set(['*', ...apps, ...limited]);
  const stranger = settings.limits.find(({ name }) => !known.has(name));
  if (stranger) throw unknownName('app of this site', stranger.name, [...known]);
  const asked = [...new Set([...data, ...Object.keys(before.data)])];
  const unasked = settings.data?.find(({ name }) => live && !asked.includes(name));
  if (unasked) throw unknownName('data that the host asks for, called', unasked.name, asked);
  const summary = formatSettingsChange(settings);
  const entry = { action: 'settings', changes: [], settings: summary } as const;
  const outcome = `The settings are changed: ${summary}.`;
  if (!ledger.live) return { steps: [{ do: 'record', entry, settings }], outcome };
  return { steps: goLive(ledger, { releases: ledger.live.releases, entry, settings }), outcome };
}

function planPublish(command: Named<'publish'>, ledger: Ledger, facts: Facts): Plan {
  const { apps } = command;
  const built = Object.fromEntries(apps.map((app) => [app, builtVersion(app, facts).version]));
  const known = ledger.live?.releases ?? waitingReleases(ledger);
  const changes = Object.entries(built)
    .map(([app, to]) => ({ app, from: known[app] ?? null, to }))
    .filter(({ from, to }) => from !== to);
  const { checkout, skipTypes, skipHydration, replace, canary = null } = command;
  if (replace === undefined) for (const app of apps) refuseOfAnother(app, facts);
  const [changed] = changes;
  if (canary && !ledger.live) throw new Refusal('Nothing is live yet; a canary stands beside it.');
  const unchanged = `${formatSet(built)} ${apps.length > 1 ? 'are' : 'is'} live already.`;
  if (!changed && facts.isWhole) return { steps: [], outcome: unchanged };
  if (canary && !changed) {
    throw new Refusal(
      `${formatSet(built)} is live, and not whole in the store: publish it again without --canary.`,
    );
  }
  const isPerson = checkout === undefined;
  const hydrate = apps.filter((app) => isPerson && !skipHydration && facts.built[app]?.isNew);
  const action = canary ? 'canary' : changes.length > 0 ? 'publish' : 'compose';
  const overrides = { skipTypes, skipHydration, replace };
  const entry: Entry = { action, changes, ...canary, checkout, ...overrides };
  if (!ledger.live && built['host'] === undefined) {
    const { checks, uploads } = uploadSteps(apps, facts);
    return {
      steps: [...checks, ...uploads, { do: 'record', entry }],
      outcome: `${formatSet(built)} ${apps.length > 1 ? 'wait' : 'waits'} for a host, which goes live with it: npm run release -- publish host, where its sources are.`,
    };
  }
  const releases = releaseSet(ledger, built);
  return {
    steps: goLive(ledger, {
      ...{ releases, entry },
      publish: { ...command, hydrate, steps: uploadSteps(apps, facts) },
    }),
    outcome:
      canary && changed
        ? canaryOutcome(changed, canary.share)
        : changes.length > 0
          ? `${formatChanges(changes)} ${changes.length > 1 ? 'are' : 'is'} live.`
          : unchanged,
  };
}

/**
 * `npm start` publishes only what this store has never shown, and replaces only what `npm start` of the
 * same checkout put live: it must not undo a rollback or anybody's release.
 */
function planStart(ledger: Ledger, facts: Facts): Plan {
  const apps = Object.keys(facts.built);
  const reasons = new Map(apps.map((app) => [app, whyLeftAlone(app, ledger, facts)]));
  const chosen = apps.filter((app) => reasons.get(app) === null);
  const left = [...reasons.values()].filter((reason) => reason !== null && reason !== '');
  if (chosen.length === 0) {
    const live = `${formatSet(ledger.live?.releases ?? {})} are live already.`;
    return { steps: [], outcome: [live, ...left].join('\n') };
  }
  const publish = { name: 'publish', apps: chosen } as const;
  const made = planPublish({ ...publish, checkout: facts.checkout }, ledger, facts);
  return { ...made, outcome: [made.outcome, ...left].join('\n') };
}

/** @returns '' when the build is what is live, null when it may go live */
function whyLeftAlone(app: string, ledger: Ledger, facts: Facts): string | null {
  const { version } = builtVersion(app, facts);
  const live = ledger.live?.releases[app];
  const advice = `to publish this checkout's: npm run release -- publish ${app}`;
  if (live === undefined) {
    const removal = ledger.history.findLast(({ removed }) => removed?.app === app);
    return removal ? `${app} stays away: ${removal.by} removed it; ${advice}` : null;
  }
  if (live === version) return '';
  const entry = wentLive(ledger.history, app);
  const stays = `${app} stays at ${live}`;
  if (ledger.canary?.app === app) return `${stays}: a canary of it is running`;
  if (wasShown(ledger, app, version)) {
    return `${stays}: ${version}, which this checkout builds, was live or in a preview before; ${advice}`;
  }
  if (entry?.checkout === facts.checkout) return null;
  return `${stays}, which ${entry?.by ?? 'somebody'} put live and not "npm start" of this checkout; ${advice}`;
}

function planRollback(command: Named<'rollback'>, ledger: Ledger, facts: Facts): Plan {
  const { app, to, canary = null } = command;
  const from = liveVersion(app, ledger);
  const target = to === null ? previousVersion(app, ledger) : versionMeant(app, to, ledger, facts);
  if (target === from) throw new Refusal(`${app} ${target} is live already.`);
  if (!facts.stored.has(`${app}/${target}`)) {
    throw new Refusal(`${app} ${target} is no longer in the store; choose one with --to.`);
  }
  const change = { app, from, to: target };
  const releases = releaseSet(ledger, { [app]: target });
  const action = canary ? 'canary' : 'rollback';
  const entry: Entry = { action, changes: [change], ...canary };
  return {
    steps: goLive(ledger, { releases, entry }),
    outcome: canary
      ? canaryOutcome(change, canary.share)
      : `${formatChanges([change])} is live again.`,
  };
}

function previousVersion(app: string, ledger: Ledger): string {
  const previous = rollbackPath(ledger.history, app).at(-2);
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
