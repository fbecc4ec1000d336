import { spawn } from 'node:child_process';
import path from 'node:path';
import { freePort } from '../free-port';
import type { FolderSite } from '../release/a-folder';

const unset = ['SUBSCRIPTION_URL', 'MANAGER_URL', 'STORE_UI_URL', 'SITE_URL', 'HOST', 'LOG'];

/**
 * Runs `npm run serve` for a site in a folder, on a free port.
 * @param isRead false: nobody reads its standard output
 */
export async function serveProcess(
  site: FolderSite,
  environment: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
  isRead = true,
) {
  const port = String(await freePort());
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/commands/serve.ts', ...args], {
    env: {
      ...process.env,
      ...Object.fromEntries(unset.map((name) => [name, ''])),
      ...{ SITE_DIR: site.folder, DATA_DIR: path.join(site.root, 'data'), PORT: port },
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  const keep = (chunk: Buffer) => void printed.push(chunk.toString());
  if (isRead) child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return { child, text: () => printed.join(''), url: `http://127.0.0.1:${port}` };
}
