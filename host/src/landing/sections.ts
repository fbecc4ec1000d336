/* What one chunk holds is imported in one place: with two, the order of its styles would depend on the build's cache. */
export { Features } from './Features';
export { Welcome } from './Welcome';
