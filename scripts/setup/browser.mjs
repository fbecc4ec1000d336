// @ts-check
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { SetupFailed, root, runToEnd } from './processes.mjs';

/** Chromium without its windows: a test in it takes a third of the time. */
const shell = 'chromium-headless-shell';
const browsers = [
  ...['chromium', 'chromium-browser'],
  ...['google-chrome', 'google-chrome-stable', 'microsoft-edge'],
];

const gatewayPackages = ['ceph-mon', 'ceph-osd', 'radosgw'];

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
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/** @returns {string | undefined} the path of a Chromium or a relative of it that is on PATH */
const installedBrowser = () => [shell, ...browsers].map(onPath).find(Boolean);

/** @returns {string | undefined} the browser that CHROMIUM_PATH names (set-up sets it), or an installed one */
export const chosenBrowser = () => process.env['CHROMIUM_PATH'] ?? installedBrowser();

/**
 * Installs packages where there is root on Debian or a relative of it. A failure is said and holds nobody up.
 * @param {readonly string[]} packages
 * @param {string} until what happens without them
 */
async function installFromDebian(packages, until) {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return;
  console.log(`Installing ${packages.join(', ')} …`);
  const install = `apt-get install -qq -y --no-install-recommends -o Dpkg::Use-Pty=0 ${packages.join(' ')}`;
  // A package's own questions would wait for an answer that never comes.
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  if (!(await runToEnd('sh', ['-c', `apt-get update -qq && ${install}`], environment))) return;
  console.error(
    `apt-get could not install ${packages.join(', ')}: its message is above; install them by hand and run the command again. Until then ${until}.`,
  );
}

/** @returns {Promise<string>} the path of the browser that Playwright keeps for itself */
async function playwrightBrowser() {
  const require = createRequire(join(root, 'package.json'));
  /** @type {{ chromium: { executablePath(): string } }} */
  const { chromium } = require('playwright-core');
  if (!existsSync(chromium.executablePath())) {
    console.log('Installing a browser for the tests …');
    const program = join(root, 'node_modules/playwright-core/cli.js');
    if (await runToEnd(process.execPath, [program, 'install', 'chromium'])) {
      throw new SetupFailed(
        'No browser was found and none could be installed: install Chromium or Chrome, or name one in CHROMIUM_PATH, and run the command again.',
      );
    }
  }
  return chromium.executablePath();
}

/**
 * Finds the browser for tests, figures and pictures, or installs one.
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
  if (!named && !found?.endsWith(shell)) {
    // Any other Chromium does.
    await installFromDebian([shell], `${found ?? 'another'} is used`);
  }
  return { CHROMIUM_PATH: named || installedBrowser() || (await playwrightBrowser()) };
}

/** Debian's nginx with its module for brotli. */
export const hasNginx = () =>
  isExecutable('/usr/sbin/nginx') &&
  existsSync('/usr/lib/nginx/modules/ngx_http_brotli_static_module.so');

/** @returns {string | undefined} the path of an installed Firefox */
export const installedFirefox = () => onPath('firefox-esr') ?? onPath('firefox');

/** What WebKit's driver starts is in a folder of its package, outside of PATH. */
export const miniBrowser = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

/** WebKit's driver, what it drives, and a display that nobody sees. */
export const hasWebKit = () =>
  ['WebKitWebDriver', 'Xvfb'].every(onPath) && isExecutable(miniBrowser);

/** Ceph and its S3 gateway: each of its programs is called as its package is. */
export const hasGateway = () => gatewayPackages.every(onPath);

/** What builds an image without a daemon, a base for it, and what runs it: as root alone. */
export const hasContainers = () =>
  process.getuid?.() === 0 && ['buildah', 'mmdebstrap', 'unshare'].every(onPath);

/** What tests run against besides Chromium: Debian's packages, and whether they are there. */
const systems = {
  nginx: { packages: ['nginx', 'libnginx-mod-http-brotli-static'], isThere: hasNginx },
  'a bucket': { packages: gatewayPackages, isThere: hasGateway },
  containers: { packages: ['buildah', 'mmdebstrap'], isThere: hasContainers },
  'Firefox and WebKit': {
    packages: ['firefox-esr', 'webkit2gtk-driver', 'xvfb'],
    isThere: () => installedFirefox() !== undefined && hasWebKit(),
  },
};
/** @typedef {keyof typeof systems} TestSystem */

/**
 * Installs Debian's packages where that can be done. Elsewhere, and where it fails, the tests that need
 * them are reported as skipped: nobody needs them to work on the site.
 * @param {readonly TestSystem[]} names
 */
export async function provideForTests(names) {
  for (const name of names) {
    const { packages, isThere } = systems[name];
    if (!isThere()) await installFromDebian(packages, `the tests against ${name} are skipped`);
  }
}
