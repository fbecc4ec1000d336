import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../release/stores/folder-files';
import { requireFolder } from '../../release/require-folder';
import { messageOf } from '../../release/reports/format';
import type { Settings } from '../../environment';
import { accessRemark } from './access';
import { nginxConfiguration } from './configuration';
import { readNginxCommand } from './options';
import { ConfigurationError } from './text';

interface Output {
  write(text: string): void;
  writeError(text: string): void;
}

function tellReason(error: unknown): string {
  if (hasCode(error, 'EISDIR')) return 'it is a folder';
  return hasCode(error, 'ENOENT') ? 'its folder is not there' : messageOf(error);
}

/** The old file or the new one, whatever happens, and nothing beside it. */
async function replaceFile(file: string, text: string): Promise<void> {
  const aside = `${file}.${process.pid}.new`;
  try {
    await writeFile(aside, text);
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true }).catch(() => undefined);
    throw new ConfigurationError(
      `${file} cannot be written (${tellReason(error)}); name another file with --out.`,
      { cause: error },
    );
  }
}

/**
 * `npm run release -- nginx …`: writes the configuration to the terminal, or to the file of --out.
 * @returns the exit code: 0 done, 2 not understood
 */
export async function runNginx(
  args: readonly string[],
  settings: Settings,
  output: Output,
): Promise<0 | 2> {
  try {
    const { out, options } = readNginxCommand(args, settings);
    await requireFolder(options.siteDir);
    const text = nginxConfiguration(options);
    if (out === null) output.write(text);
    else {
      await replaceFile(out, text);
      output.write(`Wrote ${path.relative('', out)}; "nginx -t -c ${out}" checks it.\n`);
    }
    const remark = await accessRemark(options.siteDir);
    if (remark !== null) output.writeError(`${remark}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    output.writeError(`${error.message}\n`);
    return 2;
  }
}
