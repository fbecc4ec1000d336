import { storeNextDeployment } from '../next-deployment/store-next-deployment';
import type { NextDeployment, StepWithoutOutput } from '../step';

/** Stores the next deployment, which visitors get only after the commit. */
export const storePages: StepWithoutOutput<NextDeployment> = {
  access: 'writes',
  title: 'Store the pages',
  run: storeNextDeployment,
};
