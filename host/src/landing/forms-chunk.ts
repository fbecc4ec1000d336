/* One chunk, in one order: see sections-chunk.ts. */
export { Contact } from './Contact';
export { Subscribe } from './Subscribe';
