import { Features } from './Features';
import { Welcome } from './Welcome';

/* One chunk for the sections that need no script where they are prerendered. */
export { Features, Welcome };
