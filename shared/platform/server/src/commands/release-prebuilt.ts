import { runReleaseCommand } from './release/run-release-command';

/* `npm run release` on a server without bundlers. It publishes releases that were built elsewhere. */

runReleaseCommand();
