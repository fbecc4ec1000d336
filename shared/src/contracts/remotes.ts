import type { Prices } from './plans';
import type { SiteLinks } from './site-links';

/**
 * What host and remotes expect of each other: what each remote exposes, and the props that the host gives it.
 * Relied on by the host's slots and by each remote's exposed module; a breaking change raises the version of
 * that remote (1 where it is not named), and compose refuses one that was built against another than the host.
 */
export const contractVersions: Readonly<Record<string, number>> = { pricing: 2, signup: 2 };

/** What the host gives to `pricing/PricingSection`. */
export interface PricingSectionProps {
  /** Prices of the last composition, or null when there were none (client navigation included). */
  readonly prices: Prices | null;
  readonly links: SiteLinks;
}

/** What the host gives to `signup/SignupPage`. */
export interface SignupPageProps {
  readonly links: SiteLinks;
}

/** Every exposed component by its federation id, `<app>/<expose>`. */
export interface RemoteProps {
  readonly 'pricing/PricingSection': PricingSectionProps;
  readonly 'signup/SignupPage': SignupPageProps;
}

/** A federation id that the host knows, such as `pricing/PricingSection`. */
export type RemoteId = keyof RemoteProps;

/**
 * The props that each of them cannot do without. Its app's manifest names them, and compose refuses a release
 * that requires what the host does not give.
 */
export const requiredProps: { readonly [Id in RemoteId]: Record<keyof RemoteProps[Id], true> } = {
  'pricing/PricingSection': { prices: true, links: true },
  'signup/SignupPage': { links: true },
};

/**
 * The global that a remote's container is found under: an identifier, and another one for each name, since names have
 * hyphens and no underscores. Never the bare name: `window.pricing` is also the element with id "pricing".
 */
export function remoteGlobal(app: string): string {
  return `remote_${app.replaceAll('-', '_')}`;
}

/**
 * What the ids that React makes begin with in the part of a page that has this name, so that those of two roots
 * differ. Compose and the browser must use the same.
 * @param name a federation id, or what the host calls a part of its own
 */
export function identifierPrefixOf(name: string): string {
  // An app's name has hyphens, and so may what it exposes: an underscore ends the one.
  return `${name.replace('/', '_')}-`;
}
