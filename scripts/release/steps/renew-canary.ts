import { composeSite, refusalReason } from '../compositions';
import type { ReleaseSet } from '../ledger';
import { wayBackCheck } from './check-way-back';
import { composedIn, type Run, type StepKind } from './step';
import { storing } from './upload';

/**
 * Composes the running canary on top of what goes live. It holds nobody up: where its release and
 * what goes live do not fit together, the canary ends.
 */
export const canaryRenewal: StepKind<{
  readonly releases: ReleaseSet;
  readonly rollbacks: readonly { readonly app: string; readonly to: string }[];
}> = {
  title: () => 'Compose the canary with it',
  async run({ releases, rollbacks }, run) {
    try {
      const site = { ...composedIn(run), releases };
      const composed = { ...site, composition: await composeSite(run.tool, site), waysBack: [] };
      const beside: Run = { ...run, composed };
      await wayBackCheck.run({ rollbacks, refuses: false }, beside);
      const { detail } = await storing.run({}, beside);
      run.renewed = composed;
      return { detail };
    } catch (error) {
      const problem = refusalReason(error);
      run.renewed = { problem };
      return { detail: `it ends: ${problem}` };
    }
  },
};
