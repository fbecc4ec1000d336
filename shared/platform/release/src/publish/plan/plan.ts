import { UserError } from '@composed/command/errors';
import type { ChangeCommand } from './commands';
import { commit } from '../steps/commit';
import { type Entry, waitingReleases } from '../../ledger/history';
import { type Ledger, nothingLive } from '../../ledger/ledger';
import type { BuiltRelease } from '../../store/releases';
import { formatSettingsChange } from '../../ledger/settings';
import { checkUnseen } from '../steps/check-unseen';
import { begin, type CommandPlan } from '../steps/step';
import type { ReleaseTool } from '../../tool/tool';
import { unknownName } from '@composed/command/usage';
import { planAbort, planPromote, planShare } from './canary';
import { type PlanInput, gatherPlanInput, readContents } from './plan-input';
import { recompose } from './live-pages';
import { planPreview, planPreviewRemoval } from './preview';
import { planPrune } from './prune';
import { planPublish } from './publish';
import { findLive, planRollback } from './rollback';
import { planStart } from './start';

/**
 * Plans a command, from the ledger and the contents of the store.
 * @throws UserError or UsageError if the command cannot be run
 */
export async function planFor(
  command: ChangeCommand,
  tool: ReleaseTool,
  builds: ReadonlyMap<string, BuiltRelease>,
  ledger: Ledger,
): Promise<CommandPlan> {
  if (command.name === 'prune') {
    return planPrune(command.keepDays, ledger, await readContents(tool));
  }
  const input = await gatherPlanInput(command, tool, builds, ledger);
  switch (command.name) {
    case 'publish':
      return planPublish({ ...command, apps: Object.keys(input.built) }, ledger, input);
    case 'start':
      return planStart(ledger, input);
    case 'rollback':
      return planRollback(command, ledger, input);
    case 'canary':
      return planShare(command.share, ledger);
    case 'promote':
      return planPromote(command.deployment, ledger);
    case 'abort':
      return planAbort(command.reason, command.deployment, ledger);
    case 'compose':
      return planCompose(command, ledger);
    case 'settings':
      return planSettings(command, ledger, input);
    case 'remove':
      return planRemoval(command, ledger);
    case 'preview':
      return planPreview(command, ledger, input);
    case 'preview-remove':
      return planPreviewRemoval(command.preview, ledger);
  }
}

/** Plans to take an app off the site. Its slots become empty, so an app that a page shows needs `shown`. */
function planRemoval(
  { app, shown, skipHydration }: Extract<ChangeCommand, { name: 'remove' }>,
  ledger: Ledger,
): CommandPlan {
  const version = findLive(app, ledger);
  if (app === 'host') throw new UserError('The host is the site itself and cannot be removed.');
  const { [app]: _removed, ...releases } = ledger.live?.releases ?? {};
  const removed = { app, version };
  const entry: Entry = { action: 'remove', changes: [], removed, skipHydration };
  return {
    ...recompose(ledger, { releases, entry }, ...(shown ? [] : [checkUnseen(app)])),
    outcome: `${app} is no longer on the site. It comes back as it was by: npm run release -- rollback ${app}`,
  };
}

function planCompose(
  { skipHydration }: Extract<ChangeCommand, { name: 'compose' }>,
  ledger: Ledger,
): CommandPlan {
  if (!ledger.live) throw new UserError(nothingLive);
  const { releases } = ledger.live;
  return {
    ...recompose(ledger, { releases, entry: { action: 'compose', changes: [], skipHydration } }),
    outcome: 'The live pages are composed from the live releases.',
  };
}

function planSettings(
  { change: settings, skipHydration }: Extract<ChangeCommand, { name: 'settings' }>,
  ledger: Ledger,
  { tool, data }: PlanInput,
): CommandPlan {
  const { live, settings: before } = ledger;
  const appsWithLimits = Object.keys({
    ...live?.releases,
    ...waitingReleases(ledger),
    ...before.budget,
  });
  const appNames = new Set(['*', ...tool.apps, ...appsWithLimits]);
  const unknownLimit = settings.limits.find(({ name }) => !appNames.has(name));
  if (unknownLimit) throw unknownName('app of this site', unknownLimit.name, [...appNames]);
  const dataNames = [...new Set([...data, ...Object.keys(before.data)])];
  const unknownData = settings.data?.find(({ name }) => live && !dataNames.includes(name));
  if (unknownData)
    throw unknownName('data that the host asks for, called', unknownData.name, dataNames);
  const summary = formatSettingsChange(settings);
  const entry = { action: 'settings', changes: [], settings: summary, skipHydration } as const;
  const outcome = `The settings are changed: ${summary}.`;
  if (!ledger.live) return { ...begin.next(commit({ entry, settings })), outcome };
  return { ...recompose(ledger, { releases: ledger.live.releases, entry, settings }), outcome };
}
