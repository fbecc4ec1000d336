import { UserError } from '@composed/command/errors';
import { findNewlyEmpty, readReplacedDeployment } from '../../deployments/replaced-deployment';
import type { NextDeployment, StepWithoutOutput } from '../step';

/** Creates the step that refuses to remove an app that a page shows. */
export const checkNotShown = (app: string): StepWithoutOutput<NextDeployment> => ({
  access: 'reads',
  title: `Check that no page shows ${app}`,
  async run(context, { deployment }) {
    const before = await readReplacedDeployment(context);
    const slots = before ? findNewlyEmpty(before, deployment) : [];
    if (slots.length === 0) return { detail: '' };
    throw new UserError(
      `Pages show ${slots.join(', ')}, and the live site is unchanged. Publish a host without ${slots.length > 1 ? 'these slots' : 'this slot'} first, or leave them empty: npm run release -- remove ${app} --shown`,
    );
  },
});
