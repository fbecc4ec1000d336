import { buildOnDemand } from '@composed/build/release/build-on-demand';
import { startReleaseCommand } from '@composed/server/commands/release/start-release-command';

/* `npm run release -- <command>`: changes what is live, and reports it. "help" lists the commands. */

startReleaseCommand(buildOnDemand);
