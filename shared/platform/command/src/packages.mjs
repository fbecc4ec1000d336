// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupFailed, forwarded, root, runToEnd } from './processes.mjs';

/** @typedef {{ version?: string, optional?: boolean, dev?: boolean, peer?: boolean, link?: boolean }} LockedPackage */

/**
 * @param {string} path
 * @returns {Record<string, LockedPackage>}
 */
const packagesIn = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/**
 * npm's own account, which it writes beside the packages once all are there.
 * @param {string} folder the root of a repository
 */
function readAccount(folder) {
  const account = join(folder, 'node_modules', '.package-lock.json');
  return existsSync(account) ? packagesIn(account) : null;
}

/**
 * Whether npm's account has each package of the lockfile, and each is still there: a person may have removed those of a
 * workspace. An optional package may be missing: it is for another kind of machine.
 * @param {string} folder the root of a repository
 * @param {boolean} withDev whether packages that only develop, test and check the site count as well
 */
function isInstalled(folder, withDev) {
  const installed = readAccount(folder);
  if (!installed) return false;
  return Object.entries(packagesIn(join(folder, 'package-lock.json')))
    .filter(([path]) => path.includes('node_modules/'))
    .filter(([, { dev, peer }]) => withDev || !(dev || peer))
    .every(([path, { version, optional, link }]) => {
      const present = installed[path];
      if (!link && !present) return optional === true;
      return (link || present?.version === version) && existsSync(join(folder, path));
    });
}

/**
 * Installs the packages, unless those of the lockfile are there.
 * @param {boolean} withDev whether packages that only develop, test and check the site are installed as well; those
 *   that are there stay either way
 */
export async function installPackages(withDev) {
  if (isInstalled(root, withDev)) return;
  const isAdding = withDev && isInstalled(root, false);
  const what = withDev ? 'all packages' : 'the packages that build and serve the site';
  console.log(
    isAdding
      ? 'Adding the packages that develop, test and check the site …'
      : `Installing ${what} …`,
  );
  const installed = readAccount(root);
  const keepsDev = withDev || Object.values(installed ?? {}).some(({ dev }) => dev);
  // NODE_ENV=production would leave out packages for development. Only Rspack is a peer alone.
  const which = keepsDev ? ['--include=dev'] : ['--omit=dev', '--omit=peer'];
  // `npm ci` begins by removing all, from under a site that runs, and the bundlers' cache with it.
  const ways = installed ? [['install', '--no-save'], ['ci']] : [['ci']];
  for (const way of ways) {
    if ((await runNpm([...way, ...which])) !== 0) break;
    if (isInstalled(root, withDev)) return;
  }
  throw new SetupFailed(
    'The packages could not be installed: npm’s message is above; check the connection to the npm registry and run the command again.',
  );
}

/**
 * @param {readonly string[]} what
 * @returns {Promise<number>} its exit code
 */
async function runNpm(what) {
  const [command, before] = npmCommand();
  const parameters = [...before, ...what, '--no-audit', '--no-fund', '--loglevel=error'];
  const stopped = new AbortController();
  stopped.signal.addEventListener('abort', () => {
    console.log('Stopping: npm takes back what it has begun, which may take a minute …');
  });
  const stop = () => stopped.abort();
  for (const signal of forwarded) process.once(signal, stop);
  const code = await runToEnd(command, parameters).catch(() => 127);
  for (const signal of forwarded) process.off(signal, stop);
  if (!stopped.signal.aborted) return code;
  throw new SetupFailed(
    'The installation was stopped, and what is live is as it was: run the command again.',
  );
}

/**
 * npm’s package of a Node.js for this machine. Not the package `node`: a script of it fetches the program, and where
 * npm runs no scripts, `npm exec` goes on with this process’s Node.js.
 * @param {string} version or the beginning of one
 */
export function nodePackage(version) {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return `node-${platform}-${process.arch}@${version}`;
}

/**
 * npm as its own script where this process was started by it: Windows has no executable `npm`.
 * @returns {[string, string[]]}
 */
export function npmCommand() {
  const script = process.env['npm_execpath'];
  if (script && /\.c?js$/.test(script)) return [process.execPath, [script]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
}
