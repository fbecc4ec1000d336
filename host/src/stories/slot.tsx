import type { SpecimenGroup } from 'shared/gallery/specimens';
import { PricingShape, SignupShape } from '../remotes/shapes';
import { SlotNotice } from '../remotes/SlotNotice';
import { useState } from 'react';
import type { SlotState } from '../remotes/remote-source';

/** A retry that ends as it is told to; a slot shows its notice only after a failure. */
function Retried({ to }: { readonly to: SlotState }) {
  const [state, setState] = useState<SlotState>('failed');
  return (
    <SlotNotice
      state={state}
      what="The prices"
      onTryAgain={() => setState(to)}
      onHealed={() => undefined}
    />
  );
}

/** What stands in for a remote that is away. */
export const slot: SpecimenGroup = {
  title: 'A remote’s place',
  specimens: [
    { name: 'failed; trying again takes for ever', node: <Retried to="loading" /> },
    { name: 'failed; trying again heals', node: <Retried to="ready" /> },
    { name: 'shape of the prices', window: 1200, node: <PricingShape /> },
    { name: 'shape of the sign-up page', window: 1200, node: <SignupShape /> },
    { name: 'shape of the sign-up page on a phone', window: 360, node: <SignupShape /> },
  ],
};
