import type { ChangeCommand } from '../arguments';
import type { Ledger } from '../ledger';
import { Refusal } from '../refusal';
import type { SettingsChange } from '../settings';
import { type Facts, goLive, type Plan } from './parts';
import { planPrune } from './prune';
import { planPreview, planPublish, planStart } from './publish';
import { planRollback } from './rollback';

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
    case 'compose':
      return planCompose(ledger);
    case 'settings':
      return planSettings(command.change, command.summary, ledger);
    case 'preview':
      return planPreview(command, ledger, facts);
    case 'preview-remove':
      return planPreviewRemoval(command.preview, ledger);
    case 'prune':
      return planPrune(command.keepDays, ledger, facts);
  }
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
      { do: 'record', entry: { action: 'preview-removed', changes: [], preview } },
      { do: 'activate', title: `Take the preview ${preview} away` },
    ],
    outcome: `The preview ${preview} is gone; prune frees its files.`,
  };
}

function planCompose(ledger: Ledger): Plan {
  if (!ledger.live) throw new Refusal('Nothing is live yet; publish every app first.');
  const { releases } = ledger.live;
  return {
    steps: goLive(ledger, { releases, entry: { action: 'compose', changes: [] } }),
    outcome: 'The live pages are composed from the live releases.',
  };
}

function planSettings(settings: SettingsChange, summary: string, ledger: Ledger): Plan {
  const entry = { action: 'settings', changes: [], settings: summary } as const;
  const outcome = `The settings are changed: ${summary}.`;
  if (!ledger.live) return { steps: [{ do: 'record', entry, settings }], outcome };
  return { steps: goLive(ledger, { releases: ledger.live.releases, entry, settings }), outcome };
}
