import { buildLazily } from '@composed/build/release/build-lazily';
import { readSettings } from '@composed/command/environment';
import { terminal } from '@composed/command/terminal';
import { runCommand } from '@composed/command/run-program';
import { runRelease } from '@composed/release/commands/command-line';
import { openReleaseTool } from '@composed/release/tool';
import { loadServices } from '@composed/server/serve/load-services';
import { serverCommands } from '@composed/server/commands/release/server-commands';

/* `npm run release -- <command>`: changes what is live, and reports it. "help" lists the commands. */

runCommand(async (args) => {
  const services = await loadServices();
  const settings = readSettings(process.env, services.variables);
  const tool = await openReleaseTool(settings, services, buildLazily);
  return runRelease(args, tool, terminal, serverCommands(settings, services, tool, terminal));
});
