import { readLedger } from '../ledger';
import { finishPruning } from '../recover';
import type { StepKind } from './step';

export interface Removal {
  /** What goes, for people. */
  readonly summary: string;
}

export const removal: StepKind<Removal> = {
  title: ({ summary }) => `Remove ${summary}`,
  async run(_summary, { tool }) {
    await finishPruning(tool.store, await readLedger(tool.store));
    return { detail: '' };
  },
};
