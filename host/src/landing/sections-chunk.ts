/* Imports the sections of a chunk together. Otherwise the order of their styles would depend on the build's cache. */
export { Features } from './Features';
export { Questions } from './Questions';
export { Welcome } from './Welcome';
