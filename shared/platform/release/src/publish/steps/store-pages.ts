import { composeDeployment, formatRefusal } from '../../deployments/compose-deployment';
import { storeDeployment } from '../../deployments/deployments';
import type { ReleaseSet } from '../../ledger/ledger';
import { tryRollbacks } from './check-rollbacks';
import { checkPageStyles } from './check-styles';
import type { DeploymentStep, NextDeployment, Rollback, StepContext, Task } from './step';

async function storeNext(
  { tool, ledger: { live } }: StepContext,
  { deployment, releases, triedHashes }: NextDeployment,
) {
  const { id } = deployment;
  // Only pages of the same host can be stored already: every page names its host.
  const like = live && live.releases['host'] === releases['host'] ? live.deployment : null;
  const isNew = await storeDeployment(tool, deployment, like, triedHashes);
  return { detail: isNew ? id : `${id} is there already` };
}

export const storePages: Task<NextDeployment> = {
  title: 'Store the pages',
  run: storeNext,
};

/**
 * Composes the running canary beside the next live site, and stores it. A canary holds nobody up: it ends where its
 * release does not fit that site.
 */
export const renewCanary = (
  releases: ReleaseSet,
  rollbacks: readonly Rollback[],
): DeploymentStep => ({
  title: 'Compose the canary with it',
  async run(context, next) {
    try {
      const source = { ...next, releases };
      const from = { store: context.overlay, compose: context.tool.compose };
      const deployment = await composeDeployment(from, source);
      const { output } = await checkPageStyles(context, { ...source, deployment });
      const canary = await tryRollbacks(context, output, rollbacks);
      return { output: { ...next, canary }, ...(await storeNext(context, canary)) };
    } catch (error) {
      const problem = formatRefusal(error);
      return { output: { ...next, canary: { problem } }, detail: `it ends: ${problem}` };
    }
  },
});
