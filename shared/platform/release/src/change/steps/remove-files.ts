import type { Ledger } from '../../ledger/ledger';
import { finishPruning } from '../../ledger/recover';
import type { Step } from '../step';

/**
 * Creates the step that removes the files which the committed ledger names.
 * @param summary a summary of the files, for people
 */
export const removeFiles = (summary: string): Step<Ledger | null, null> => ({
  access: 'writes',
  title: `Remove ${summary}`,
  async run({ tool }, committed) {
    if (committed) await finishPruning(tool.store, committed);
    return { output: null, detail: '' };
  },
});
