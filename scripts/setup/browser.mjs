// @ts-check
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { SetupFailed, root, runTool } from './processes.mjs';

// The shell comes first: it is Chromium without its windows, and a test in it takes a third of the time.
const shell = 'chromium-headless-shell';

const browserNames = [
  shell,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];

const nginxPackages = ['nginx', 'libnginx-mod-http-brotli-static'];

/** Places outside PATH where browsers are usually installed. */
function usualPlaces() {
  const { HOME = '', LOCALAPPDATA = '', PROGRAMFILES = '' } = process.env;
  const olderPrograms = process.env['PROGRAMFILES(X86)'] ?? '';
  if (process.platform === 'darwin') {
    return ['', HOME].flatMap((base) => [
      `${base}/Applications/Chromium.app/Contents/MacOS/Chromium`,
      `${base}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
    ]);
  }
  if (process.platform === 'win32') {
    return [LOCALAPPDATA, PROGRAMFILES, olderPrograms].flatMap((base) => [
      join(base, 'Chromium/Application/chrome.exe'),
      join(base, 'Google/Chrome/Application/chrome.exe'),
      join(base, 'Microsoft/Edge/Application/msedge.exe'),
    ]);
  }
  return ['/usr/bin/chromium', '/usr/lib/chromium/chromium', '/snap/bin/chromium'];
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} name */
function onPath(name) {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return folders.map((folder) => join(folder, name + suffix)).find(isExecutable);
}

/** @returns {string | undefined} the path of an installed Chromium or a relative of it */
export function installedBrowser() {
  for (const name of browserNames) {
    const path = onPath(name);
    if (path) return path;
  }
  return usualPlaces().find(isExecutable);
}

/** Root on Debian or a relative of it: its own packages are the surest way. */
const hasApt = () => process.getuid?.() === 0 && onPath('apt-get') !== undefined;

/** @param {readonly string[]} packages */
async function installFromDebian(packages) {
  console.log(`Installing ${packages.join(', ')} …`);
  const failure = `apt-get could not install ${packages.join(', ')}: its message is above; install them by hand and run the command again.`;
  await runTool('apt-get', ['update', '-qq'], failure);
  const quiet = ['-qq', '-y', '--no-install-recommends', '-o', 'Dpkg::Use-Pty=0'];
  // A package's own questions would wait for an answer that never comes.
  const command = ['DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', ...quiet, ...packages];
  await runTool('env', command, failure);
}

/** @returns {Promise<string>} the path of the browser that Playwright keeps for itself */
async function playwrightBrowser() {
  const require = createRequire(join(root, 'package.json'));
  /** @type {{ chromium: { executablePath(): string } }} */
  const { chromium } = require('playwright-core');
  if (!existsSync(chromium.executablePath())) {
    console.log('Installing a browser for the tests …');
    const program = join(root, 'node_modules/playwright-core/cli.js');
    await runTool(
      process.execPath,
      [program, 'install', 'chromium'],
      'No browser was found and none could be installed: install Chromium or Chrome, or name one in CHROMIUM_PATH, and run the command again.',
    );
  }
  return chromium.executablePath();
}

/**
 * Finds the browser for the tests, or installs one.
 * @returns {Promise<Record<string, string>>} the environment that tells the command: CHROMIUM_PATH
 */
export async function provideBrowser() {
  const named = process.env['CHROMIUM_PATH'];
  if (named && !isExecutable(named)) {
    throw new SetupFailed(
      `CHROMIUM_PATH names ${named}, which is not a program that can be run: correct it or unset it.`,
    );
  }
  const found = named || installedBrowser();
  const isShell = found?.endsWith(shell);
  if (!named && !isShell && hasApt()) {
    try {
      await installFromDebian([shell]);
    } catch (error) {
      // Any other Chromium does, only slower.
      if (!found || !(error instanceof SetupFailed)) throw error;
      console.error(`${error.message} Until then the tests use ${found}.`);
    }
  }
  return { CHROMIUM_PATH: named || installedBrowser() || (await playwrightBrowser()) };
}

const hasNginx = () =>
  isExecutable('/usr/sbin/nginx') &&
  existsSync('/usr/lib/nginx/modules/ngx_http_brotli_static_module.so');

/**
 * Installs Debian's nginx where that can be done. Elsewhere, and where it fails, the tests against
 * nginx are reported as skipped: nobody needs nginx to work on the site.
 */
export async function provideNginx() {
  if (hasNginx() || !hasApt()) return;
  try {
    await installFromDebian(nginxPackages);
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error;
    console.error(`${error.message} Until then the tests against nginx are skipped.`);
  }
}
