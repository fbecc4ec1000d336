/* A chunk’s sections are imported together, or the order of their styles depends on the build’s cache. */
export { Features } from './Features';
export { Questions } from './Questions';
export { Welcome } from './Welcome';
