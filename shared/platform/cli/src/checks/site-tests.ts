import { rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRepositoryRoot } from '@composed/apps/this-repository';
import { chosenBrowser } from '@composed/command/installed-software.mjs';
import { pageAddresses } from '@composed/contracts/page-addresses';

/* Playwright's configuration for a site's browser tests, which run against `composed start` with a store of its own. */

const at = (...names: readonly string[]) => path.join(getRepositoryRoot(), ...names);
const siteFolder = () => at('.cache/tested-site');

/**
 * Returns a configuration of Playwright. Workers evaluate it again and take the port from TEST_PORT.
 * @param testDir the folder of the tests, relative to the root of the repository
 */
export function siteTests(testDir: string) {
  if (process.env['TEST_PORT'] === undefined)
    rmSync(siteFolder(), { recursive: true, force: true });
  const port = process.env['TEST_PORT'] ?? String(20_000 + (process.pid % 9000));
  process.env['TEST_PORT'] = port;
  const url = `http://localhost:${port}`;
  const browser = chosenBrowser();
  const program = fileURLToPath(new URL('../composed.mjs', import.meta.url));
  return {
    testDir: at(testDir),
    outputDir: at('.reports/browser-tests'),
    reporter: [['list'], ['json', { outputFile: at('.reports/browser-tests.json') }]] as [
      ['list'],
      ['json', { outputFile: string }],
    ],
    // The first start builds and publishes every app, which may take minutes.
    webServer: {
      command: `"${process.execPath}" "${program}" start`,
      url,
      cwd: getRepositoryRoot(),
      timeout: 6e5,
      env: {
        PORT: port,
        SITE_URL: '',
        SITE_DIR: siteFolder(),
        SITE_STORE: '',
        DATA_DIR: siteFolder(),
      },
    },
    use: { baseURL: url, launchOptions: browser ? { executablePath: browser } : {} },
  };
}

/** Returns the addresses of all composed pages, nested ones too. */
export const composedPages = async () =>
  pageAddresses(await readdir(path.join(siteFolder(), 'live'), { recursive: true }));
