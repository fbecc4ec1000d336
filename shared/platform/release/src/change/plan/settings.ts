import { createUnknownNameError } from '@composed/command/usage';
import type { SiteCommand } from './site-command';
import { commit } from '../steps/commit';
import { findWaitingReleases } from '../../ledger/history';
import type { Ledger } from '../../ledger/ledger';
import { formatSettingsChange } from '../../ledger/site-settings';
import { noSteps, type CommandPlan } from '../step';
import type { PlanInput } from './plan-input';
import { recompose } from './recompose';

/**
 * Plans to change settings. The live pages are composed again with them.
 * @throws UsageError if a limit or an address is for an app or data that the site does not have
 */
export function planSettings(
  { settingsChange, reasons }: Extract<SiteCommand, { name: 'settings' }>,
  ledger: Ledger,
  { tool, dataNames }: PlanInput,
): CommandPlan {
  const { live, settings: before } = ledger;
  const appsWithLimits = Object.keys({
    ...live?.releases,
    ...findWaitingReleases(ledger),
    ...before.budget,
  });
  const appNames = new Set(['*', ...tool.apps, ...appsWithLimits]);
  const unknownLimit = settingsChange.limits.find(({ name }) => !appNames.has(name));
  if (unknownLimit)
    throw createUnknownNameError('app of this site', unknownLimit.name, [...appNames]);
  const knownNames = [...new Set([...dataNames, ...Object.keys(before.data)])];
  const unknownData = settingsChange.data?.find(({ name }) => live && !knownNames.includes(name));
  if (unknownData)
    throw createUnknownNameError(
      'data that the host asks for, called',
      unknownData.name,
      knownNames,
    );
  const summary = formatSettingsChange(settingsChange);
  const entry = { action: 'settings', changes: [], settings: summary, ...reasons } as const;
  const outcome = `The settings are changed: ${summary}.`;
  if (!ledger.live) return { ...noSteps.next(commit({ entry, settingsChange })), outcome };
  return {
    ...recompose(ledger, { releases: ledger.live.releases, entry, settingsChange }),
    outcome,
  };
}
