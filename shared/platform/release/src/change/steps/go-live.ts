import type { Ledger } from '../../ledger/ledger';
import { moveAliases } from '../../ledger/move-aliases';
import type { Step } from '../step';

/*
 * The last step of every change. If a command is killed between the commit (./commit.ts) and this step, the next command
 * moves the aliases (../../ledger/recover.ts).
 */

/** Creates the step that moves the aliases to the committed deployments, which visitors get from then on. */
export function goLive(title: string): Step<Ledger | null, Ledger> {
  return {
    access: 'writes',
    title,
    async run({ tool, aliases }, committed) {
      const knownState = committed ? { ledger: committed, aliases } : undefined;
      return { output: (await moveAliases(tool.store, knownState)).ledger, detail: '' };
    },
  };
}
