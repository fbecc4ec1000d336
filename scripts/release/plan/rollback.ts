import type { ChangeCommand } from '../arguments';
import { rollbackPath, versionsOnceLive } from '../history';
import type { Ledger } from '../ledger';
import { Refusal } from '../refusal';
import { type Facts, formatChanges, goLive, type Plan, releaseSet } from './parts';

type Rollback = Extract<ChangeCommand, { name: 'rollback' }>;

export function planRollback(command: Rollback, ledger: Ledger, facts: Facts): Plan {
  const { app, to } = command;
  const from = ledger.live?.releases[app];
  if (!ledger.live) throw new Refusal('Nothing is live yet.');
  if (from === undefined) {
    const apps = Object.keys(ledger.live.releases).join(', ');
    throw new Refusal(`There is no app "${app}" on this site; it has ${apps}.`);
  }
  const target = to === null ? previousVersion(app, ledger) : versionMeant(app, to, ledger, facts);
  if (target === from) throw new Refusal(`${app} ${target} is live already.`);
  if (!facts.stored.has(`${app}/${target}`)) {
    throw new Refusal(`${app} ${target} is no longer in the store; choose one with --to.`);
  }
  const changes = [{ app, from, to: target }];
  const releases = releaseSet(ledger, facts, { [app]: target });
  return {
    steps: goLive(ledger, { releases, entry: { action: 'rollback', changes } }),
    outcome: `${formatChanges(changes)} is live again.`,
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
