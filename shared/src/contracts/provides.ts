import type { Page } from '@composed/contracts/module';
import type { Prices } from './plans';
import type { SiteLinks } from './site-links';

/**
 * Props that a host provides to remotes, by name: each becomes the prop of that name in modules that take it. Builds read the
 * names under `site.provides` in package.json. Raise `site.providesVersion` when a change of a prop breaks modules that
 * take it. A prop with a new name raises nothing.
 */
export interface Provides {
  readonly links: SiteLinks;
  /** Prices of the last deployment, or null when there were none (client navigation included). */
  readonly prices: Prices | null;
}

/**
 * The props of an exposed module, by its entry in its package:
 * `PropsOf<typeof manifest, './ReviewsSection'>`, where `manifest` is the type of its package.json. `page` is the page
 * that it stands in, whose row of data is a `Row`.
 */
export type PropsOf<
  Package extends { readonly microFrontend: { readonly exposes: object } },
  Expose extends keyof Package['microFrontend']['exposes'],
  Row = unknown,
> = Package['microFrontend']['exposes'][Expose] extends { readonly props: infer Taken }
  ? {
      readonly [Name in keyof Taken]: Name extends 'page'
        ? Page<Row>
        : Name extends keyof Provides
          ? Provides[Name]
          : unknown;
    }
  : never;
