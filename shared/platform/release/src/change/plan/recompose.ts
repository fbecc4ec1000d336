import { commit } from '../steps/commit';
import { goLive } from '../steps/go-live';
import type { NewEntry } from '../../ledger/history';
import type { ReleaseSet } from '@composed/contracts/release-manifest';
import type { Ledger } from '../../ledger/ledger';
import type { LedgerChange } from '../../ledger/next-ledger';
import { changeSettings } from '../../ledger/site-settings';
import { checkRollbacks } from '../steps/check-rollbacks';
import { smokeTestNewPages } from '../steps/smoke-test';
import { checkStyles } from '../steps/check-styles';
import { checkLoss } from '../steps/check-loss';
import { composePages } from '../steps/compose-pages';
import { storePages } from '../steps/store-pages';
import { noSteps, type NextDeployment, type CommandPlan, type StepWithoutOutput } from '../step';
import { requireNoCanaryConflict, renewRunningCanary } from './canary';
import { findRollbacks, formatGoLiveTitle, createLiveRecipe } from './live-releases';

/**
 * Plans to put pages of stored releases live, or to make them the canary. Impossible rollbacks are recorded and not
 * refused. The pages of a rollback were tested before, and a rollback is urgent, so its pages are not smoke-tested, and
 * problems of their styles are only reported.
 * @param checks checks of the pages before they are stored
 * @throws UserError if the change conflicts with the running canary
 */
export function recompose(
  ledger: Ledger,
  {
    releases,
    entry,
    settingsChange,
  }: Pick<LedgerChange, 'entry' | 'settingsChange'> & { readonly releases: ReleaseSet },
  ...checks: readonly StepWithoutOutput<NextDeployment>[]
): Omit<CommandPlan, 'outcome'> {
  requireNoCanaryConflict(ledger, releases, entry);
  const rollbacks = findRollbacks(ledger.history, entry, releases);
  const nextSettings = settingsChange
    ? changeSettings(ledger.settings, settingsChange)
    : ledger.settings;
  return noSteps
    .next(composePages(createLiveRecipe(nextSettings, releases)))
    .check(
      checkLoss({ mayEmptySlots: true }),
      ...checks,
      checkStyles({ refuses: entry.action !== 'rollback' }),
      !entry.skipSmokeTest && needsSmokeTest(entry) && smokeTestNewPages,
      rollbacks.length > 0 && checkRollbacks(rollbacks, null),
    )
    .nextAll(storePages, renewRunningCanary(ledger, entry, releases))
    .next(commit({ entry, settingsChange }))
    .next(goLive(formatGoLiveTitle(entry)));
}

const needsSmokeTest = ({ action }: NewEntry) => action !== 'rollback' && action !== 'canary';
