import { readSettings } from '@composed/command/environment';
import { terminal } from '@composed/command/terminal';
import { runCommand } from '@composed/command/run-program';
import { runRelease } from '@composed/release/commands/command-line';
import { openReleaseTool } from '@composed/release/tool';
import { loadServices } from '../serve/load-services';
import { serverCommands } from './release/server-commands';

/* `npm run release` on a server without bundlers. It publishes releases that were built elsewhere. */

runCommand(async (args) => {
  const services = await loadServices();
  const settings = readSettings(process.env, services.variables);
  const tool = await openReleaseTool(settings, services);
  return runRelease(args, tool, terminal, serverCommands(settings, services, tool, terminal));
});
