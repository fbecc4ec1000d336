import { useState } from 'react';
import type { StoryGroup } from 'shared/stories/story';
import type { SlotState } from '../remotes/remote-source';
import { PricingSkeleton, SignupSkeleton } from '../remotes/skeletons';
import { SlotNotice } from '../remotes/SlotNotice';

/** A slot that has failed and, after "Try again", comes to the given state. */
function Retry({ to }: { readonly to: SlotState }) {
  const [state, setState] = useState<SlotState>('failed');
  return (
    <SlotNotice
      state={state}
      label="The prices"
      onTryAgain={() => setState(to)}
      onHealed={() => undefined}
    />
  );
}

export const notices: StoryGroup = {
  title: 'A remote that is away',
  stories: {
    'trying again takes for ever': <Retry to="loading" />,
    'trying again works': <Retry to="ready" />,
  },
};

export const skeletons: StoryGroup = {
  title: 'Skeletons of remotes',
  widths: [360, 1200],
  stories: { 'the prices': <PricingSkeleton />, 'the sign-up page': <SignupSkeleton /> },
};
