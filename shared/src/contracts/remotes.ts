import type { ComponentType } from 'react';
import type { Prices } from './plans';
import type { SiteLinks } from './site-links';

/**
 * What host and remotes expect of each other: what each remote exposes, and the props that the host gives it.
 * Relied on by the host's slots and by each remote's exposed module; a breaking change raises the version,
 * and compose refuses a remote that was built against another one.
 */
export const contractVersion = 2;

export interface PricingSectionProps {
  /** Prices of the last composition, or null when there were none (client navigation included). */
  readonly prices: Prices | null;
  readonly links: SiteLinks;
}

export interface SignupPageProps {
  readonly links: SiteLinks;
}

/** Every exposed component by its federation id, `<app>/<expose>`. */
export interface RemoteProps {
  readonly 'pricing/PricingSection': PricingSectionProps;
  readonly 'signup/SignupPage': SignupPageProps;
}

export type RemoteId = keyof RemoteProps;

/** An exposed module: its default export is the component. */
export interface RemoteModule<Id extends RemoteId> {
  readonly default: ComponentType<RemoteProps[Id]>;
}
