import { buildOnDemand } from '@composed/build/release/build-on-demand';
import { runReleaseCommand } from '@composed/server/commands/release/run-release-command';

/* `npm run release -- <command>`: changes what is live, and reports it. "help" lists the commands. */

runReleaseCommand(buildOnDemand);
