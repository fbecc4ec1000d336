import type { Prices } from './plans';
import type { SiteLinks } from './site-links';

/** What a host offers to remotes, by name: each becomes the prop of that name of the modules that take it. */
export interface Offers {
  readonly links: SiteLinks;
  /** Prices of the last composition, or null when there were none (client navigation included). */
  readonly prices: Prices | null;
}

/**
 * Raised by a change of an offer that modules which take it would not understand. Compose refuses a remote that was
 * built for another version than the host. What has another name is another offer, and raises nothing.
 */
export const offersVersion = 1;

const offered: Readonly<Record<keyof Offers, true>> = { links: true, prices: true };

/** Whether something of this name is on offer. */
export const isOffered = (name: string): name is keyof Offers => Object.hasOwn(offered, name);

/**
 * The props of an exposed module, as its entry in its package says what it takes:
 * `PropsOf<typeof manifest, './ReviewsSection'>`, where `manifest` is the type of its package.json.
 */
export type PropsOf<
  Package extends { readonly microFrontend: { readonly exposes: object } },
  Expose extends keyof Package['microFrontend']['exposes'],
> = Package['microFrontend']['exposes'][Expose] extends { readonly takes: infer Taken }
  ? { readonly [Name in keyof Taken]: Name extends keyof Offers ? Offers[Name] : unknown }
  : never;

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
