import { UserError } from '@composed/command/errors';
import { readReplacedDeployment } from '../../deployments/replaced-deployment';
import { findLoss } from '../next-deployment/find-loss';
import type { NextDeployment, StepWithoutOutput } from '../step';

/**
 * Creates the step that compares the pages with the live ones.
 * @param mayEmptySlots true after a rollback, since an earlier release may lack newer modules
 * @throws UserError if a page or a filled slot is lost although its sources are the same
 */
export const checkLoss = ({ mayEmptySlots = false } = {}): StepWithoutOutput<NextDeployment> => ({
  access: 'reads',
  title: 'Check that no page and no slot is lost',
  async run(context, next) {
    const before = await readReplacedDeployment(context);
    const refusal = await findLoss(context.overlay, before, next, mayEmptySlots);
    if (refusal !== null) throw new UserError(`${refusal}. The live site is unchanged.`);
    return { detail: '' };
  },
});
