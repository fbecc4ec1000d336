import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { integrityOf } from '@composed/apps/integrity';
import { parseFakePage } from './fake-compose';

/**
 * Checks the files that visitors would get. It reads the site’s folder as a server does: by an alias such as `live`,
 * without the ledger.
 * @returns the problems
 */
export function servingErrors(folder: string, alias = 'live'): string[] {
  const live = path.join(folder, alias);
  const pages = readdirSync(live).filter((name) => name.endsWith('.html'));
  const faults: string[] = [];
  if (pages.length !== 2) faults.push(`${alias} has ${pages.length} pages`);
  const sets = new Set<string>();
  for (const name of pages) {
    const bytes = readFileSync(path.join(live, name));
    const page = parseFakePage(bytes.toString('utf8'));
    sets.add(JSON.stringify(page.releases));
    const copy = brotliDecompressSync(readFileSync(path.join(live, `${name}.br`)));
    if (!copy.equals(bytes)) faults.push(`${name}.br is another page than ${name}`);
    for (const [app, scripts] of Object.entries(page.scripts)) {
      for (const script of scripts) {
        const file = path.join(folder, 'assets', app, script);
        if (!existsSync(file)) faults.push(`${name} needs ${file}`);
      }
    }
  }
  if (sets.size !== 1) faults.push('the pages mix releases');
  return faults;
}

/** Lists the files of a folder with their link targets or hashes, as one text to compare. */
export async function snapshot(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const lines = names.sort().map(async (name) => {
    const file = path.join(folder, name);
    const content = await readlink(file)
      .catch(() => readFile(file))
      .catch(() => '');
    return `${name} ${integrityOf(Buffer.from(content))}`;
  });
  return (await Promise.all(lines)).join('\n');
}
