import type { Page } from '@composed/contracts/module';
import type { Prices } from './plans';
import type { SiteLinks } from './site-links';

/**
 * Props that the host provides to the modules of remotes that declare them. Builds read their names from
 * `site.provides` in package.json. Raise `site.providesVersion` if you change a prop in a way that breaks modules that
 * use it, not if you add one.
 */
export interface Provides {
  readonly links: SiteLinks;
  /** Prices that the document was composed with, or null if it has none. Client navigation keeps them. */
  readonly prices: Prices | null;
}

/**
 * The name of the prop and of the data that pages are composed with (`data` in host/package.json). It is not in
 * plans.ts, which is shared: browsers would load a name that only the composer and the services use.
 */
export const pricesName = 'prices' satisfies keyof Provides;

/**
 * The props of an exposed module, derived from the type of its package.json:
 * `PropsOf<typeof packageJson, './ReviewsSection'>`. The prop `page` describes the page that shows the module; the type of
 * the page's data is `Row`.
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
