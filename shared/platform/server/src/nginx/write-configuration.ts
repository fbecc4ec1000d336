import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { UsageError } from '@composed/command/errors';
import { type Environment } from '@composed/command/environment';
import type { Terminal } from '@composed/command/terminal';
import { messageOf } from '@composed/command/format';
import type { SiteServices } from '@composed/http/services/site-services';
import { renderNginxConfiguration } from './render-configuration';
import { type NginxFlags, readNginxOptions } from './nginx-command';

/**
 * `npm run release -- nginx …`: writes the configuration to the terminal, or to the file of --out.
 * @throws UsageError with one sentence
 */
export async function writeNginxConfiguration(
  flags: NginxFlags,
  environment: Environment,
  output: Pick<Terminal, 'write'>,
  services: Pick<SiteServices, 'signInPrefixes'>,
): Promise<void> {
  const { out } = flags;
  const options = readNginxOptions(flags, environment, services);
  const text = renderNginxConfiguration(options);
  // nginx creates folders only inside an existing one.
  if (options.runFolder !== null) await mkdir(options.runFolder, { recursive: true, mode: 0o755 });
  if (out === undefined) output.write(text);
  else {
    await writeFileAtomic(out, text).catch((error: unknown) => {
      throw new UsageError(
        `${out} cannot be written (${messageOf(error)}); name another file with --out.`,
        { cause: error },
      );
    });
    output.write(
      `Wrote ${path.relative('', out)}; "nginx -t -c ${out}" checks it. Write it again after each update of this tool.\n`,
    );
  }
}
