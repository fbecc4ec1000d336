import type { SlotDescription } from '@composed/host/site-config';
import type { RemoteAddress } from '@shopwright/shared/contracts/site-links';
import { PricingSkeleton, SignupSkeleton } from './skeletons';

interface RemoteRow extends SlotDescription {
  /** Id of the remote's section of the landing page. A remote without one is a whole page in ../routes.tsx. */
  readonly section?: string;
  /** Name of the site's link to the remote's page. */
  readonly link?: RemoteAddress;
}

const table = {
  'pricing/PricingSection': {
    label: 'The prices',
    skeleton: <PricingSkeleton />,
    section: 'pricing',
    link: 'pricing',
  },
  'signup/SignupPage': {
    label: 'The sign-up form',
    skeleton: <SignupSkeleton />,
    link: 'signUp',
  },
} satisfies Readonly<Record<string, RemoteRow>>;

/** A federation id that the host knows, such as `pricing/PricingSection`. */
export type RemoteId = keyof typeof table;

/** Every exposed module with a slot in the host, by its federation id. Its own package names its props. */
export const remotes: Readonly<Record<RemoteId, RemoteRow>> = table;

export const remoteIds = Object.keys(remotes) as readonly RemoteId[];
