import { rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryRoot } from '@composed/apps/this-repository';
import { chosenBrowser } from '@composed/command/browser.mjs';
import { pageAddresses } from '@composed/contracts/page-addresses';

/* The beginning of a site's browser tests: `composed start`, with a store of its own. */

const at = (...names: readonly string[]) => path.join(repositoryRoot, ...names);
const siteDir = at('.cache/tested-site');

/**
 * A configuration of Playwright. Its workers read it again, and find the port in their environment.
 * @param testDir folder of the tests, from the root of the repository
 */
export function siteTests(testDir: string) {
  if (process.env['TEST_PORT'] === undefined) rmSync(siteDir, { recursive: true, force: true });
  const port = (process.env['TEST_PORT'] ??= String(20_000 + (process.pid % 9000)));
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
    // A first build and publish takes as long as it takes.
    webServer: {
      command: `"${process.execPath}" "${program}" start`,
      url,
      cwd: repositoryRoot,
      timeout: 6e5,
      env: {
        PORT: port,
        SITE_URL: '',
        SITE_DIR: siteDir,
        SITE_STORE: '',
        DATA_DIR: siteDir,
      },
    },
    use: { baseURL: url, launchOptions: browser ? { executablePath: browser } : {} },
  };
}

/** The addresses of the pages that are composed, nested ones too. */
export const composedPages = async () =>
  pageAddresses(await readdir(path.join(siteDir, 'live'), { recursive: true }));
