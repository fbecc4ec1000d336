import type { SiteCommand } from './site-command';
import type { Ledger } from '../../ledger/ledger';
import type { BuiltRelease } from '../../store/releases';
import type { CommandPlan } from '../step';
import type { ReleaseTool } from '../../tool/release-tool';
import { planAbort, planPromote, planCanaryShare } from './canary';
import { gatherPlanInput, readContents } from './plan-input';
import { planCompose } from './compose';
import { planPreview, planPreviewRemoval } from './preview';
import { planPrune } from './prune';
import { planPublish } from './publish';
import { planRemoval } from './remove';
import { planRollback } from './rollback';
import { planSettings } from './settings';
import { planStart } from './start';

/**
 * Plans a command, from the ledger and the contents of the store.
 * @throws UserError or UsageError if the command cannot be run
 */
export async function planCommand(
  command: SiteCommand,
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
      // With --from, only the builds tell which apps are published.
      return planPublish({ ...command, apps: Object.keys(input.built) }, ledger, input);
    case 'start':
      return planStart(ledger, input);
    case 'rollback':
      return planRollback(command, ledger, input);
    case 'canary':
      return planCanaryShare(command.share, ledger);
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
