import { Features } from './Features';
import { Welcome } from './Welcome';

/* The sections of the landing page that need no script where they are prerendered: one chunk. */
export { Features, Welcome };
