import { Command, Option } from '@commander-js/extra-typings';
import type { Settings } from '../environment';
import type { Terminal } from '../output';
import { oneOf } from '../usage';
import { nginxCommand } from './nginx/options';

const hosts = ['cloudfront', 'netlify', 'cloudflare', 'nginx'] as const;

/** What can be typed after `npm run release --` for servers other than this one; what each takes to run loads then. */
export function serverCommands(settings: Settings, output: Pick<Terminal, 'write'>) {
  const nginx = nginxCommand().action(async (given) => {
    const { runNginx } = await import('./nginx/run');
    await runNginx(given, settings, output);
  });
  const headers = new Command('headers')
    .description('the headers of what is live, for a CDN or host before a bucket')
    .addOption(
      new Option('--for <host>')
        .choices(hosts)
        .argParser(oneOf('host', hosts))
        .makeOptionMandatory(),
    )
    .action(async ({ for: host }) => {
      const { formatHeaders } = await import('./static-headers');
      output.write(await formatHeaders(host, settings));
    });
  return [nginx, headers];
}
