import { siteLinks } from 'shared/contracts/site-links';
import type { SpecimenGroup } from 'shared/gallery/specimens';
import { SubmitRow } from '../SubmitRow';
import { phases } from '../useCreateAccount';

/** The button with its line, in each phase of a sign-up. */
export const rows: SpecimenGroup = {
  title: 'The way of a sign-up',
  specimens: phases.map((phase) => ({
    name: phase,
    node: <SubmitRow phase={phase} signIn={siteLinks().signIn} />,
  })),
};
