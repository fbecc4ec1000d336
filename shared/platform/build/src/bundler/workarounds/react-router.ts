import path from 'node:path';
import { repositoryRoot } from '@composed/apps/shared-packages';

/** The router's main entry is the build that warns developers. A package without this file fails the build. */
export const productionRouter = {
  'react-router$': path.join(repositoryRoot, 'node_modules/react-router/dist/production/index.mjs'),
};
