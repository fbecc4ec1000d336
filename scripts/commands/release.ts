import { terminal } from '../output';
import { runCommand } from '../terminal';

/* `npm run release -- <command>`: publish, roll back, preview, look. "help" lists the commands. */

runCommand(async (args) => {
  const { readSettings } = await import('../environment');
  const { runRelease } = await import('../release/command-line');
  const { openReleaseTool } = await import('../release/tool');
  const { serverCommands } = await import('../server/commands');
  const settings = readSettings(process.env);
  const others = serverCommands(settings, terminal);
  return runRelease(args, await openReleaseTool(settings), terminal, others);
});
