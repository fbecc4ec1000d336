/*
 * All sections of a chunk are imported here: with two importers the order of their styles would depend on the
 * build’s cache.
 */
export { Features } from './Features';
export { Welcome } from './Welcome';
