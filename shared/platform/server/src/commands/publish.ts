import { runReleaseCommand } from '../tool/run-release';

/* `npm run release` on a server, which has no bundler: it publishes what others built. */

runReleaseCommand();
