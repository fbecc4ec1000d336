import { startReleaseCommand } from './release/start-release-command';

/* `npm run release` on a server without bundlers. It publishes releases that were built elsewhere. */

startReleaseCommand();
