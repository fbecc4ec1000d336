import { formatReleases } from '../../ledger/release-set';
import { wasShown } from '../../ledger/history';
import { findLiveEntry } from '../../ledger/rollback-path';
import type { Ledger } from '../../ledger/ledger';
import { noSteps, type CommandPlan } from '../step';
import { requireBuild, type PlanInput } from './plan-input';
import { planPublish } from './publish';

/**
 * Plans `npm start`. It publishes only releases that this store has never shown, and replaces only releases that the same
 * checkout has put live by `npm start`, so that it does not undo a rollback or somebody else's publish.
 */
export function planStart(ledger: Ledger, input: PlanInput): CommandPlan {
  const apps = Object.keys(input.built);
  const reasons = new Map(apps.map((app) => [app, findReason(app, ledger, input)]));
  const chosenApps = apps.filter((app) => reasons.get(app) === null);
  const leftOutReasons = [...reasons.values()].filter((reason) => reason !== null && reason !== '');
  if (chosenApps.length === 0) {
    const live = `${formatReleases(ledger.live?.releases ?? {})} are live already.`;
    return { ...noSteps, outcome: [live, ...leftOutReasons].join('\n') };
  }
  const publish = { name: 'publish', apps: chosenApps } as const;
  const plan = planPublish({ ...publish, checkout: input.tool.checkout }, ledger, input);
  return { ...plan, outcome: [plan.outcome, ...leftOutReasons].join('\n') };
}

/**
 * Returns the reason why `npm start` does not publish an app.
 * @returns '' if the build is live already; null if it may go live
 */
function findReason(app: string, ledger: Ledger, input: PlanInput): string | null {
  const { version } = requireBuild(app, input);
  const live = ledger.live?.releases[app];
  const advice = `to publish this checkout's: npm run release -- publish ${app}`;
  if (live === undefined) {
    const removal = ledger.history.findLast(({ removed }) => removed?.app === app);
    return removal ? `${app} stays away: ${removal.by} removed it; ${advice}` : null;
  }
  if (live === version) return '';
  const entry = findLiveEntry(ledger.history, app);
  const stays = `${app} stays at ${live}`;
  if (ledger.canary?.app === app) return `${stays}: a canary of it is running`;
  if (wasShown(ledger, app, version)) {
    return `${stays}: ${version}, which this checkout builds, was live or in a preview before; ${advice}`;
  }
  if (entry?.checkout === input.tool.checkout) return null;
  return `${stays}, which ${entry?.by ?? 'somebody'} put live and not "npm start" of this checkout; ${advice}`;
}
