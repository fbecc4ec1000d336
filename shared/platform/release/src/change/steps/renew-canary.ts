import { composeDeployment, formatRefusal } from '../../deployments/compose-deployment';
import { findNewPages } from '../../deployments/new-pages';
import type { ReleaseSet } from '@composed/contracts/release-manifest';
import { composeRollbacks } from '../next-deployment/compose-rollbacks';
import { checkPageStyles } from '../next-deployment/check-page-styles';
import type { DeploymentStep, Rollback } from '../step';
import { storeNextDeployment } from '../next-deployment/store-next-deployment';

/**
 * Creates the step that composes the running canary with the next live releases, and stores it. The canary must not delay
 * other teams, so it ends if its release does not fit the next live site.
 */
export const renewCanary = (
  releases: ReleaseSet,
  rollbacks: readonly Rollback[],
): DeploymentStep => ({
  access: 'writes',
  title: 'Compose the canary with it',
  async run(context, next) {
    try {
      const recipe = { ...next, releases };
      const input = { store: context.overlay, compose: context.tool.compose };
      const deployment = await composeDeployment(input, recipe);
      const newPages = await findNewPages(context, deployment);
      const { output } = await checkPageStyles(
        context,
        { ...recipe, deployment, newPages },
        { refuses: true },
      );
      const canary = await composeRollbacks(context, output, rollbacks);
      return { output: { ...next, canary }, ...(await storeNextDeployment(context, canary)) };
    } catch (error) {
      const problem = formatRefusal(error);
      return { output: { ...next, canary: { problem } }, detail: `it ends: ${problem}` };
    }
  },
});
