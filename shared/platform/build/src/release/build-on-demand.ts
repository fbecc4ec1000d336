import type { buildApp as build } from './build-app';

/** Loads the compilers with the first build, so that commands without a build start fast. See `buildApp`. */
export const buildOnDemand: typeof build = async (...parameters) => {
  const { buildApp } = await import('./build-app');
  return buildApp(...parameters);
};
