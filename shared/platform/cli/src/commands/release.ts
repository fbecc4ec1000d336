import { buildLater } from '@composed/build/release/build-later';
import { readSettings } from '@composed/command/environment';
import { terminal } from '@composed/command/output';
import { runCommand } from '@composed/command/terminal';
import { runRelease } from '@composed/release/cli/command-line';
import { openReleaseTool } from '@composed/release/tool';
import { loadServices } from '@composed/server/serve/load-services';
import { serverCommands } from '@composed/server/tool/commands';

/* `npm run release -- <command>`: publish, roll back, preview, look. "help" lists the commands. */

runCommand(async (args) => {
  const services = await loadServices();
  const settings = readSettings(process.env, services.variables);
  const tool = await openReleaseTool(settings, services, buildLater);
  return runRelease(args, tool, terminal, serverCommands(settings, services, tool, terminal));
});
