import { ReleaseError, UserError } from '@composed/command/errors';
import { formatCount } from '@composed/command/format';
import { sideBySide } from '@composed/command/side-by-side';
import { composeDeployment } from '../../deployments/compose-deployment';
import { composeRollbacks } from '../next-deployment/compose-rollbacks';
import type { DeploymentStep, NextDeployment, Rollback, StepContext } from '../step';

/** Whether a rollback is also impossible without this publish, which is then not refused because of it. */
async function isRefusedAnyway(
  { tool, ledger: { live }, overlay: store }: StepContext,
  next: NextDeployment,
  { app, to }: Rollback,
): Promise<boolean> {
  if (!live) return false;
  const releases = { ...live.releases, [app]: to };
  try {
    await composeDeployment({ store, compose: tool.compose }, { ...next, releases });
    return false;
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    return true;
  }
}

const findImpossibleRollbacks = ({ rollbackChecks }: Pick<NextDeployment, 'rollbackChecks'>) =>
  rollbackChecks.filter(({ problem }) => problem !== null);

/**
 * Creates the step that refuses a release after which a team could no longer roll back.
 * @param reason the reason to accept it; null for a command that is never refused, and only records the checks
 */
export const checkRollbacks = (
  rollbacks: readonly Rollback[],
  reason: string | null | undefined,
): DeploymentStep => ({
  access: 'reads',
  title: `Check ${formatCount(rollbacks.length, 'rollback')}`,
  async run(context, next) {
    const output = await composeRollbacks(context, next, rollbacks);
    const impossible = findImpossibleRollbacks(output);
    const detail = impossible.length > 0 ? `${impossible.length} would be refused` : '';
    const impossibleBefore = findImpossibleRollbacks(context.ledger.live ?? { rollbackChecks: [] });
    const newlyImpossible = impossible.filter(
      ({ app, to }) => !impossibleBefore.some((known) => known.app === app && known.to === to),
    );
    const isOwn = await sideBySide(
      newlyImpossible,
      async (check) => !(await isRefusedAnyway(context, next, check)),
    );
    const causedHere = newlyImpossible.filter((_, n) => isOwn[n]);
    if (causedHere.length === 0 || reason === null) return { output, detail };
    if (reason !== undefined) {
      const overrides = { ...next.overrides, noRollback: reason };
      return { output: { ...output, overrides }, detail };
    }
    throw new UserError(
      [
        'After this release a rollback would no longer be possible, and the live site is unchanged.',
        ...causedHere.map(
          ({ app, to, problem }) =>
            `${app} ${output.releases[app] ?? ''} could no longer be rolled back to ${to}: ${problem ?? ''}`,
        ),
        'Keep both sides compatible for one release, or continue with a reason for the history: npm run release -- publish … --allow-no-rollback "<reason>".',
      ].join('\n'),
    );
  },
});
