import { terminal } from '../platform/output';
import { runCommand } from '../platform/terminal';

/* `npm run release -- <command>`: publish, roll back, preview, look. "help" lists the commands. */

runCommand(async (args) => {
  const { readSettings } = await import('../platform/environment');
  const { runRelease } = await import('../platform/release/command-line');
  const { openReleaseTool } = await import('../platform/release/tool');
  const { loadServices } = await import('../platform/load-services');
  const { serverCommands } = await import('../platform/server/commands');
  const siteServices = await loadServices();
  const settings = readSettings(process.env, siteServices.variables);
  const tool = await openReleaseTool(settings, siteServices);
  const others = serverCommands(settings, siteServices, tool, terminal);
  return runRelease(args, tool, terminal, others);
});
