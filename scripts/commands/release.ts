import { Command, Option } from '@commander-js/extra-typings';
import { terminal } from '../release/reports/progress';
import { runCommand } from '../terminal';

/* `npm run release -- <command>`: publish, roll back, preview, look. "help" lists the commands. */

runCommand(async (args) => {
  const { readSettings } = await import('../environment');
  const { runRelease } = await import('../release/command-line');
  const { openReleaseTool } = await import('../release/tool');
  const { nginxCommand } = await import('../server/nginx/options');
  const settings = readSettings(process.env);
  const nginx = nginxCommand().action(async (given) => {
    const { runNginx } = await import('../server/nginx/run');
    await runNginx(given, settings, terminal);
  });
  const hosts = ['cloudfront', 'netlify', 'cloudflare', 'nginx'] as const;
  const headers = new Command('headers')
    .description('the headers of what is live, for a CDN or host before a bucket')
    .addOption(new Option('--for <host>').choices(hosts).makeOptionMandatory())
    .action(async ({ for: host }) => {
      const { formatHeaders } = await import('../server/static-headers');
      terminal.write(await formatHeaders(host, settings));
    });
  return runRelease(args, await openReleaseTool(settings), terminal, [nginx, headers]);
});
