import { activate } from '../recover';
import type { StepKind } from './step';

export interface Activation {
  readonly title: string;
}

/** Makes the pointers follow the ledger: from here on visitors get the new pages. */
export const activation: StepKind<Activation> = {
  title: ({ title }) => title,
  async run(_title, { tool }) {
    await activate(tool.store);
    return { detail: '' };
  },
};
