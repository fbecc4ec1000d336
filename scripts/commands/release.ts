import { terminal } from '../platform/output';
import { runCommand } from '../platform/terminal';

/* `npm run release -- <command>`: publish, roll back, preview, look. "help" lists the commands. */

runCommand(async (args) => {
  const { readSettings } = await import('../platform/environment');
  const { runRelease } = await import('../platform/release/command-line');
  const { openReleaseTool } = await import('../platform/release/tool');
  const { siteServices } = await import('../services/site-services');
  const { serverCommands } = await import('../platform/server/commands');
  const settings = readSettings(process.env);
  const others = serverCommands(settings, terminal);
  return runRelease(args, await openReleaseTool(settings, siteServices), terminal, others);
});
