import { siteLinks } from 'shared/contracts/site-links';
import type { StoryGroup } from 'shared/stories/story';
import { SubmitRow } from '../SubmitRow';
import { phases } from '../useCreateAccount';

/** The button and the line under it, in each phase of a sign-up. */
export const rows: StoryGroup = {
  title: 'Phases of a sign-up',
  stories: Object.fromEntries(
    phases.map((phase) => [
      phase,
      <SubmitRow key={phase} phase={phase} signIn={siteLinks().signIn} />,
    ]),
  ),
};
