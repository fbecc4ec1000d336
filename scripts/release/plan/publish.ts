import type { ChangeCommand } from '../arguments';
import { type Entry, wasShown, wentLive } from '../history';
import type { Ledger } from '../ledger';
import {
  builtVersion,
  type Facts,
  formatChanges,
  formatSet,
  goLive,
  type Plan,
  releaseSet,
  uploadSteps,
} from './parts';

type Publish = Extract<ChangeCommand, { name: 'publish' }>;
type Preview = Extract<ChangeCommand, { name: 'preview' }>;

export function planPublish(command: Publish, ledger: Ledger, facts: Facts): Plan {
  const { apps } = command;
  const built = Object.fromEntries(apps.map((app) => [app, builtVersion(app, facts).version]));
  const releases = releaseSet(ledger, facts, built);
  const changes = Object.entries(built)
    .map(([app, to]) => ({ app, from: ledger.live?.releases[app] ?? null, to }))
    .filter(({ from, to }) => from !== to);
  const { checkout } = command;
  const entry: Entry = {
    action: changes.length > 0 ? 'publish' : 'compose',
    changes,
    ...(checkout === undefined ? {} : { checkout }),
  };
  return {
    steps: [
      ...apps.flatMap((app) => uploadSteps(app, facts)),
      ...goLive(ledger, { releases, entry, publish: command }),
    ],
    outcome:
      changes.length > 0
        ? `${formatChanges(changes)} ${changes.length > 1 ? 'are' : 'is'} live.`
        : `${formatSet(built)} ${apps.length > 1 ? 'are' : 'is'} live already.`,
  };
}

/**
 * `npm start` publishes only what this store has never shown, and replaces only what `npm start` of the
 * same checkout put live: it must not undo a rollback or anybody's release.
 */
export function planStart(ledger: Ledger, facts: Facts): Plan {
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
  if (live === undefined) return null;
  if (live === version) return '';
  const entry = wentLive(ledger.history, app);
  const stays = `${app} stays at ${live}`;
  const advice = `to publish this checkout's: npm run release -- publish ${app}`;
  if (wasShown(ledger, app, version)) {
    return `${stays}: ${version}, which this checkout builds, was live or in a preview before; ${advice}`;
  }
  if (entry?.checkout === facts.checkout) return null;
  return `${stays}, which ${entry?.by ?? 'somebody'} put live and not "npm start" of this checkout; ${advice}`;
}

export function planPreview(command: Preview, ledger: Ledger, facts: Facts): Plan {
  const { app, preview } = command;
  const { siteUrl, pricesUrl } = ledger.settings;
  const { version } = builtVersion(app, facts);
  const releases = releaseSet(ledger, facts, { [app]: version });
  const changes = [{ app, from: ledger.live?.releases[app] ?? null, to: version }];
  return {
    steps: [
      ...uploadSteps(app, facts),
      { do: 'compose', releases, preview, siteUrl, pricesUrl },
      { do: 'store-pages' },
      { do: 'record', entry: { action: 'preview', changes, preview } },
      { do: 'activate', title: `Show the preview ${preview}` },
    ],
    outcome: `${app} ${version} can be seen at ${siteUrl ?? facts.localUrl}/preview/${preview}/ (what is live did not change).`,
  };
}
