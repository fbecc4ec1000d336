import { readEnvironment } from '@composed/command/environment';
import { runMain } from '@composed/command/run-program';
import { terminal } from '@composed/command/terminal';
import { runCommandLine } from '@composed/release/commands/command-line';
import { openReleaseTool } from '@composed/release/tool';
import { loadServices } from '../../serve/load-services';
import { createServerCommands } from './server-commands';

/**
 * Runs `npm run release -- <command>` with the arguments of this process.
 * @param buildApp builds an app of this repository; without it, releases that were built elsewhere can be published
 */
export function startReleaseCommand(buildApp?: Parameters<typeof openReleaseTool>[2]): void {
  runMain(async (args) => {
    const services = await loadServices();
    const environment = readEnvironment(process.env, services.variables);
    const tool = await openReleaseTool(environment, services, buildApp);
    return runCommandLine(
      args,
      tool,
      terminal,
      createServerCommands(environment, services, tool, terminal),
    );
  });
}
