import type { SlotDescription } from '@composed/host/site-config';
import type { RemoteAddress } from '@shopwright/shared/contracts/site-links';
import { PricingSkeleton, SignupSkeleton } from './skeletons';

interface ModuleRow extends SlotDescription {
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
} satisfies Readonly<Record<string, ModuleRow>>;

/** A federation id that the host knows, such as `pricing/PricingSection`. */
export type ModuleId = keyof typeof table;

/** Every exposed module with a slot in the host, by its federation id. Its own package names its props. */
export const modules: Readonly<Record<ModuleId, ModuleRow>> = table;

export const moduleIds = Object.keys(modules) as readonly ModuleId[];
