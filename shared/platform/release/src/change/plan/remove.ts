import { UserError } from '@composed/command/errors';
import type { SiteCommand } from './site-command';
import type { NewEntry } from '../../ledger/history';
import type { Ledger } from '../../ledger/ledger';
import { checkNotShown } from '../steps/check-not-shown';
import type { CommandPlan } from '../step';
import { recompose } from './recompose';
import { requireLiveVersion } from './live-releases';

/** Plans to take an app off the site. Its slots become empty, so an app that a page shows needs `shown`. */
export function planRemoval(
  { app, shown, reasons }: Extract<SiteCommand, { name: 'remove' }>,
  ledger: Ledger,
): CommandPlan {
  const version = requireLiveVersion(app, ledger);
  if (app === 'host') throw new UserError('The host is the site itself and cannot be removed.');
  const { [app]: _removed, ...releases } = ledger.live?.releases ?? {};
  const removed = { app, version };
  const entry: NewEntry = { action: 'remove', changes: [], removed, ...reasons };
  return {
    ...recompose(ledger, { releases, entry }, ...(shown ? [] : [checkNotShown(app)])),
    outcome: `${app} is no longer on the site. To bring it back as it was: npm run release -- rollback ${app}`,
  };
}
