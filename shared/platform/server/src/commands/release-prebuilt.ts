import { runReleaseCommand } from './release/run-release';

/* `npm run release` on a server without bundlers. It publishes releases that were built elsewhere. */

runReleaseCommand();
