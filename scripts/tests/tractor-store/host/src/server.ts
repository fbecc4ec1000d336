import { createComposer } from '@composed/host/composer';
import categories from './data/categories.json';
import home from './data/home.json';
import products from './data/products.json';
import stores from './data/stores.json';
import { renderHead } from './head';
import { parts } from './parts';

export const composer = createComposer({
  ...parts,
  readData: () => ({ data: { categories, home, products, stores }, unread: [] }),
  renderHead,
  ...{ closedToRobots: [], services: [] },
});
