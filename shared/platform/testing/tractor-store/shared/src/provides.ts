import type categories from '../../data/categories.json';
import type home from '../../data/home.json';
import type products from '../../data/products.json';
import type stores from '../../data/stores.json';
import type { SiteLinks } from './links';

/* A row of data, of which each is a page, is what it is. */
export type Category = (typeof categories)[number];
export type Home = (typeof home)[number];
/** A machine in one colour. */
export type Product = (typeof products)[number];
export type Stores = (typeof stores)[number];

/** Values that the host provides to modules, by name. */
export interface Provides {
  readonly links: SiteLinks;
  readonly categories: readonly Category[];
}
