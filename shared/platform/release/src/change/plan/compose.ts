import { UserError } from '@composed/command/errors';
import { type Ledger, nothingLiveMessage } from '../../ledger/ledger';
import type { CommandPlan } from '../step';
import { recompose } from './recompose';
import type { SiteCommand } from './site-command';

/** Plans to compose the live releases again, for instance with new data. */
export function planCompose(
  { reasons }: Extract<SiteCommand, { name: 'compose' }>,
  ledger: Ledger,
): CommandPlan {
  if (!ledger.live) throw new UserError(nothingLiveMessage);
  const { releases } = ledger.live;
  return {
    ...recompose(ledger, { releases, entry: { action: 'compose', changes: [], ...reasons } }),
    outcome: 'The live pages are composed from the live releases.',
  };
}
