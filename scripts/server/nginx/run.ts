import { getServers } from 'node:dns';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { type Settings, UsageError } from '../../environment';
import { messageOf } from '../../release/reports/format';
import type { Terminal } from '../../release/reports/progress';
import { hasCode } from '../../release/stores/folder-files';
import { nginxConfiguration } from './configuration';
import { type NginxGiven, readNginxOptions } from './options';

function formatReason(error: unknown): string {
  if (hasCode(error, 'EISDIR')) return 'it is a folder';
  return hasCode(error, 'ENOENT') ? 'its folder is not there' : messageOf(error);
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

const bucketRemark =
  'nginx asks the bucket without credentials, so let everybody read its objects; it shows what is live to all, so run "npm run serve" while there is a canary.';

/**
 * `npm run release -- nginx …`: writes the configuration to the terminal, or to the file of --out.
 * @throws UsageError with one sentence
 */
export async function runNginx(
  given: NginxGiven,
  settings: Settings,
  output: Pick<Terminal, 'write' | 'writeError'>,
): Promise<void> {
  const { siteStore } = settings;
  // Whoever has a folder need not wait for the SDK to load.
  const client = siteStore && (await import('../../release/stores/bucket-client'));
  const bucket = client && (await client.addressOf(siteStore));
  const { out } = given;
  const options = readNginxOptions(given, settings, getServers(), bucket);
  const text = nginxConfiguration(options);
  // nginx makes its own folders, but not the one that they are in.
  if (options.runFolder !== null) await mkdir(options.runFolder, { recursive: true, mode: 0o755 });
  if (out === undefined) output.write(text);
  else {
    await writeFileAtomic(out, text).catch((error: unknown) => {
      throw new UsageError(
        `${out} cannot be written (${formatReason(error)}); name another file with --out.`,
        { cause: error },
      );
    });
    output.write(`Wrote ${path.relative('', out)}; "nginx -t -c ${out}" checks it.\n`);
  }
  if (options.servers.length > 0) return;
  const remark = bucket === null ? await accessRemark(options.siteDir) : bucketRemark;
  if (remark !== null) output.writeError(`${remark}\n`);
}
