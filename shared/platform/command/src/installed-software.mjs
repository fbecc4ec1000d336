// @ts-check
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join, resolve } from 'node:path';
import { UserError } from './errors.mjs';
import { repositoryRoot, runToEnd } from './processes.mjs';

/** A Chromium without a user interface, in which tests take a third of the time. */
const shell = 'chromium-headless-shell';
const browsers = [
  shell,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];

/** Ceph and its S3 gateway. The executables have the names of their packages. */
const gateway = ['ceph-mon', 'ceph-osd', 'radosgw'];

/** The browser that WebKit's driver starts. Its package installs it outside PATH. */
export const miniBrowser = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

/** Software that tests use: Debian packages, and the files, on PATH or absolute, that show that it is installed. */
const systems = {
  Chromium: { packages: [shell], files: [shell] },
  Firefox: { packages: ['firefox-esr'], files: ['firefox-esr'] },
  WebKit: {
    packages: ['webkit2gtk-driver', 'xvfb'],
    files: ['WebKitWebDriver', 'Xvfb', miniBrowser],
  },
  'a bucket': { packages: gateway, files: gateway },
  containers: {
    packages: ['buildah', 'mmdebstrap'],
    files: ['buildah', 'mmdebstrap', 'unshare'],
  },
  nginx: {
    packages: ['nginx', 'libnginx-mod-http-brotli-static'],
    files: ['/usr/sbin/nginx', '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'],
  },
};
/** @typedef {keyof typeof systems} TestSystem */
const all = /** @type {TestSystem[]} */ (Object.keys(systems));

/**
 * @param {string} file a name on PATH, or an absolute path
 * @returns {string | undefined} the path of an existing file
 */
function find(file) {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => resolve(folder, file)).find(existsSync);
}

/** @param {TestSystem} name */
const has = (name) => systems[name].files.every(find);

/** Finds a full Chromium. The headless shell has no profile. */
export const installedChromium = () => browsers.slice(1).map(find).find(Boolean);
export const installedFirefox = () => find('firefox-esr');
export const hasWebKit = () => has('WebKit');
export const hasGateway = () => has('a bucket');
export const hasNginx = () => has('nginx');
/** Whether container images can be built and run without a daemon, which requires root. */
export const hasContainers = () => process.getuid?.() === 0 && has('containers');

/** @returns {string | undefined} the browser that CHROMIUM_PATH names, or a Chromium on PATH */
export const chosenBrowser = () => process.env['CHROMIUM_PATH'] || browsers.map(find).find(Boolean);

/** @returns {Promise<string>} the path of Playwright's own Chromium, which is installed if it is missing */
async function playwrightBrowser() {
  // This package does not depend on playwright-core: the repository whose tests run has it.
  const require = createRequire(join(repositoryRoot, 'package.json'));
  /** @type {{ chromium: { executablePath(): string } }} */
  const { chromium } = require('playwright-core');
  if (!existsSync(chromium.executablePath())) {
    console.log('Installing a browser for the tests …');
    const program = join(repositoryRoot, 'node_modules/playwright-core/cli.js');
    if (await runToEnd(process.execPath, [program, 'install', 'chromium'])) {
      throw new UserError(
        'No browser was found and none could be installed: install Chromium or Chrome, or name one in CHROMIUM_PATH, and run the command again.',
      );
    }
  }
  return chromium.executablePath();
}

/**
 * Installs the missing software for tests, if this process is root on Debian or a derivative. Otherwise any Chromium is
 * used, and tests that need other missing software are skipped. Sets CHROMIUM_PATH.
 * @param {...TestSystem} names by default all
 */
export async function installTestSoftware(...names) {
  const configuredPath = process.env['CHROMIUM_PATH'];
  if (configuredPath && !existsSync(configuredPath)) {
    throw new UserError(
      `CHROMIUM_PATH names ${configuredPath}, which is not there: correct it or unset it.`,
    );
  }
  for (const name of names.length > 0 ? names : all) {
    if (has(name) || process.getuid?.() !== 0 || !find('apt-get')) continue;
    const packages = systems[name].packages.join(' ');
    console.log(`Installing ${packages} …`);
    // Without this variable a package could ask a question and wait for ever.
    const install = `export DEBIAN_FRONTEND=noninteractive; apt-get update -qq && apt-get install -qq -y --no-install-recommends -o Dpkg::Use-Pty=0 ${packages}`;
    if ((await runToEnd('sh', ['-c', install])) === 0) continue;
    console.error(`apt-get could not install ${packages}: tests that need ${name} are skipped.`);
  }
  process.env['CHROMIUM_PATH'] = chosenBrowser() || (await playwrightBrowser());
}
