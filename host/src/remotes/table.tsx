import type { ReactNode } from 'react';
import type { RemoteId, RemoteProps } from '@shopwright/shared/contracts/remotes';
import type { Site } from '../site';
import { PricingSkeleton, SignupSkeleton } from './skeletons';

interface RemoteRow<Id extends RemoteId> {
  /** What the remote is called at the beginning of a sentence: "The prices". */
  readonly label: string;
  /** Stands in for a remote that is not there and has no prerendered markup. */
  readonly skeleton: ReactNode;
  /** Picks the remote's props out of what the page knows. */
  readonly props: (site: Site) => RemoteProps[Id];
  /** Id of its section of the landing page. A remote without one is shown by a row in ../routes.tsx. */
  readonly section?: string;
}

/** Every exposed module that the host shows, by its federation id. Its props are in shared/contracts/remotes. */
export const remotes: { readonly [Id in RemoteId]: RemoteRow<Id> } = {
  'pricing/PricingSection': {
    label: 'The prices',
    skeleton: <PricingSkeleton />,
    props: ({ links, prices }) => ({ links, prices }),
    section: 'pricing',
  },
  'signup/SignupPage': {
    label: 'The sign-up form',
    skeleton: <SignupSkeleton />,
    props: ({ links }) => ({ links }),
  },
};

export const remoteIds = Object.keys(remotes) as readonly RemoteId[];
