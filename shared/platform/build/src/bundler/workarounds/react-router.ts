import path from 'node:path';
import { repositoryRoot } from '@composed/apps/this-repository';

/** The router's main entry is the build that warns developers. A package without this file fails the build. */
export const productionRouter = {
  'react-router$': path.join(repositoryRoot, 'node_modules/react-router/dist/production/index.mjs'),
};

/** Components of the router that nobody uses, with all that they use, are left out: 3.8 KB of every page’s script. */
export const usedRouter = {
  test: /[\\/]react-router[\\/]dist[\\/]production[\\/].*\.mjs$/,
  loader: path.join(import.meta.dirname, 'unused-components.cjs'),
};
