import { getServers } from 'node:dns';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BucketPlace, Settings } from '../../environment';
import { messageOf } from '../../release/reports/format';
import { hasCode } from '../../release/stores/folder-files';
import { checkFolder } from '../../release/stores/folder-place';
import { nginxConfiguration } from './configuration';
import { ConfigurationError, readNginxCommand } from './options';

interface Output {
  write(text: string): void;
  writeError(text: string): void;
}

function formatReason(error: unknown): string {
  if (hasCode(error, 'EISDIR')) return 'it is a folder';
  return hasCode(error, 'ENOENT') ? 'its folder is not there' : messageOf(error);
}

/** The old file or the new one, whatever happens, and no third one. */
async function replaceFile(file: string, text: string): Promise<void> {
  const temporaryFile = `${file}.${process.pid}.new`;
  try {
    await writeFile(temporaryFile, text);
    await rename(temporaryFile, file);
  } catch (error) {
    await rm(temporaryFile, { force: true }).catch(() => undefined);
    throw new ConfigurationError(
      `${file} cannot be written (${formatReason(error)}); name another file with --out.`,
      { cause: error },
    );
  }
}

/** nginx makes its own folders, but not the one that they are in. */
async function makeRunFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 }).catch((error: unknown) => {
    throw new ConfigurationError(
      `${folder} cannot be made (${messageOf(error)}); name another folder with --run-folder.`,
      { cause: error },
    );
  });
}

/**
 * What keeps another account, such as the one that nginx's workers run under, from reading a folder.
 * @returns one sentence that says what to do; null when nothing does
 */
export async function accessRemark(folder: string): Promise<string | null> {
  const closed: string[] = [];
  const names = path.resolve(folder).split(path.sep);
  for (const [depth] of names.entries()) {
    const place = names.slice(0, depth + 1).join(path.sep) || path.sep;
    const facts = await stat(place).catch(() => null);
    if (!facts) return `There is no ${place} yet; publish before nginx starts.`;
    if ((facts.mode & 0o001) === 0) closed.push(place);
  }
  if (closed.length === 0) return null;
  return `Only their owner may enter ${closed.join(', ')}: let the account of nginx in ("chmod o+x"), or name one that may with --user.`;
}

/** Whoever has a folder need not wait for the SDK to load. */
async function findBucket(place: BucketPlace): Promise<string> {
  const { addressOf } = await import('../../release/stores/bucket-client');
  return addressOf(place);
}

const bucketRemark =
  'nginx asks the bucket without credentials, so let everybody read its objects; it shows what is live to all, so run "npm run serve" while there is a canary.';

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
    const { siteStore } = settings;
    const { out, options } = readNginxCommand(args, settings, getServers());
    if (siteStore === null) await checkFolder(options.siteDir);
    const bucket = siteStore && (await findBucket(siteStore));
    const text = nginxConfiguration({ ...options, bucket });
    if (options.runFolder !== null) await makeRunFolder(options.runFolder);
    if (out === null) output.write(text);
    else {
      await replaceFile(out, text);
      output.write(`Wrote ${path.relative('', out)}; "nginx -t -c ${out}" checks it.\n`);
    }
    const remark = siteStore === null ? await accessRemark(options.siteDir) : bucketRemark;
    if (remark !== null) output.writeError(`${remark}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    output.writeError(`${error.message}\n`);
    return 2;
  }
}
