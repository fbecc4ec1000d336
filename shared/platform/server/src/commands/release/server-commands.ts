import { Command } from '@commander-js/extra-typings';
import type { Environment } from '@composed/command/environment';
import { UsageError } from '@composed/command/errors';
import type { Terminal } from '@composed/command/terminal';
import { revisionFormat } from '@composed/release/inspect/revisions/past-deployments';
import type { ReleaseTool } from '@composed/release/tool';
import type { SiteServices } from '@composed/http/services/site-services';
import { createNginxCommand } from '../../nginx/nginx-command';

const bisectExample = `npm run release -- bisect --good 2d --run 'curl --fail --silent --output /dev/null "$SITE_URL"'`;

/** Returns the commands of `npm run release --` that need a server. Each loads its code when it runs. */
export function createServerCommands(
  environment: Environment,
  services: SiteServices,
  tool: ReleaseTool,
  output: Terminal,
) {
  const nginx = createNginxCommand().action(async (flags) => {
    const { writeNginxConfiguration } = await import('../../nginx/write-configuration');
    await writeNginxConfiguration(flags, environment, output, services);
  });
  const bisect = new Command('bisect')
    .description('find the release that broke the site, with a command that tests past deployments')
    .requiredOption('--good <revision>', `when the site worked: ${revisionFormat}`)
    .option('--bad <revision>', 'when it did not work', 'live')
    .option(
      '--run <command>',
      'command that tests SITE_URL, and exits with 0 for good, 125 to skip, and anything else for bad',
    )
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', `\nFor instance: ${bisectExample}`)
    .action(async ({ json, run, ...flags }) => {
      if (run === undefined)
        throw new UsageError(`Name a command in --run that tells good from bad: ${bisectExample}`);
      const { findReleasesAtFault: find, formatCause } = await import('./bisect');
      const report = await find({ ...flags, run }, services, tool, output);
      if (json) output.writeJson(report);
      else output.write(formatCause(report));
    });
  return [nginx, bisect];
}
