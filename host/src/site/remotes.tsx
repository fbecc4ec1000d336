import type { SlotDescription } from '@composed/host/site-config';
import type { RemoteAddress } from '@shopwright/shared/contracts/site-links';
import { PricingSkeleton, SignupSkeleton } from './skeletons';

interface RemoteRow extends SlotDescription {
  /** Id of its section of the landing page. A remote without one is the whole page of a row in ../routes.tsx. */
  readonly section?: string;
  /** The one of the site's links that leads to it. */
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

/** Every exposed module that the host has a slot for, by its federation id. What it takes, the module itself says. */
export const remotes: Readonly<Record<RemoteId, RemoteRow>> = table;

export const remoteIds = Object.keys(remotes) as readonly RemoteId[];
