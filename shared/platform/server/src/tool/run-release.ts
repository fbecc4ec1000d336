import { terminal } from '@composed/command/output';
import { runCommand } from '@composed/command/terminal';
import type { AppBuilder } from '@composed/release/tool';

/** `npm run release -- <command>`: publish, roll back, preview, look. "help" lists the commands. */
export function runReleaseCommand(buildApp?: AppBuilder): void {
  runCommand(async (args) => {
    const { readSettings } = await import('@composed/command/environment');
    const { runRelease } = await import('@composed/release/cli/command-line');
    const { openReleaseTool } = await import('@composed/release/tool');
    const { loadServices } = await import('../serve/load-services');
    const { serverCommands } = await import('./commands');
    const siteServices = await loadServices();
    const settings = readSettings(process.env, siteServices.variables);
    const tool = await openReleaseTool(settings, siteServices, buildApp);
    const others = serverCommands(settings, siteServices, tool, terminal);
    return runRelease(args, tool, terminal, others);
  });
}
