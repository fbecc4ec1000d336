import type { SiteLinks } from './links';

export interface Category {
  readonly id: string;
  readonly name: string;
  readonly products: readonly {
    readonly sku: string;
    readonly name: string;
    readonly price: number;
  }[];
}

/** Values that the host provides to modules, by name. */
export interface Provides {
  readonly links: SiteLinks;
  readonly categories: readonly Category[];
}

/** A machine in one colour: each is a page. */
export interface Product {
  readonly sku: string;
  readonly name: string;
  readonly color: string;
  readonly category: string;
  readonly price: number;
  readonly variants: readonly { readonly sku: string; readonly color: string }[];
}
