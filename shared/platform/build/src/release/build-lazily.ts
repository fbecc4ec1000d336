import type { buildApp as build } from './build-app';

/** `buildApp`, loaded with the first build: commands that build nothing need no compilers. */
export const buildLazily: typeof build = async (...given) => {
  const { buildApp } = await import('./build-app');
  return buildApp(...given);
};
