import { terminal } from '@composed/command/output';
import { runCommand } from '@composed/command/terminal';

/* `npm run release -- <command>`: publish, roll back, preview, look. "help" lists the commands. */

runCommand(async (args) => {
  const { readSettings } = await import('@composed/command/environment');
  const { runRelease } = await import('@composed/release/cli/command-line');
  const { openReleaseTool } = await import('@composed/release/tool');
  const { loadServices } = await import('@composed/server/serve/load-services');
  const { serverCommands } = await import('@composed/server/tool/commands');
  const siteServices = await loadServices();
  const settings = readSettings(process.env, siteServices.variables);
  const tool = await openReleaseTool(settings, siteServices);
  const others = serverCommands(settings, siteServices, tool, terminal);
  return runRelease(args, tool, terminal, others);
});
