import { checkPageStyles } from '../next-deployment/check-page-styles';
import type { DeploymentStep } from '../step';

/**
 * Creates the step that checks the styles of pages.
 * @param options `refuses`: false for a deployment that is urgent and was live before
 */
export const checkStyles = ({ refuses = true } = {}): DeploymentStep => ({
  access: 'reads-in-browser',
  title: 'Check the styles of changed pages',
  run: (context, next) => checkPageStyles(context, next, { refuses }),
});
