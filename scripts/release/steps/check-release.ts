import { Refusal } from '../refusal';
import { formatCount } from '../reports/format';
import { checkRelease } from '../verify';
import type { StepKind } from './step';

export interface ReleaseCheck {
  readonly app: string;
  readonly version: string;
}

export const releaseCheck: StepKind<ReleaseCheck> = {
  title: ({ app, version }) => `Check ${app} ${version} against its hashes`,
  async run({ app, version }, { tool }) {
    const { checked, damages } = await checkRelease(tool.store, app, version);
    const [first] = damages;
    if (first) {
      const more = damages.length > 1 ? ` (and ${damages.length - 1} more)` : '';
      throw new Refusal(`${first.key} ${first.reason}${more}; delete it and publish again.`);
    }
    return { detail: formatCount(checked, 'file') };
  },
};
