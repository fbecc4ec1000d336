// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from './errors.mjs';
import { endSignals, root, runToEnd } from './processes.mjs';

/** @typedef {{ name?: string, version?: string, integrity?: string, optional?: boolean, dev?: boolean, peer?: boolean, link?: boolean }} LockedPackage */

/**
 * The packages of a lockfile by their folders, or none where there is no such file.
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
const packagesIn = (file) =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};

const lockfile = join(root, 'package-lock.json');
/** npm's own account of the packages that are there. */
const account = join(root, 'node_modules/.package-lock.json');
/** The lockfile of the last install, which may name workspaces that this checkout does not have. */
const lastAsked = join(root, 'node_modules/.cache/composed-packages.json');

/**
 * Installs the packages, unless npm has those of the lockfile.
 * @param {boolean} withDev whether packages that only develop, test and check the site are installed as well; those
 *   that are there stay either way
 */
export async function installPackages(withDev) {
  const installed = packagesIn(account);
  const all = packagesIn(lockfile);
  const isWanted = (/** @type {LockedPackage} */ { dev, peer }) => withDev || !(dev || peer);
  const wanted = Object.entries(all).filter(
    ([folder, locked]) => folder.includes('node_modules/') && !locked.optional && isWanted(locked),
  );
  const missing = wanted.filter(
    ([folder, { version, link }]) =>
      !installed[folder] || (!link && installed[folder].version !== version),
  );
  const workspaces = Object.keys(all).filter(
    (folder) => !folder.includes('node_modules/') && existsSync(join(root, folder)),
  );
  const request = createHash('sha256')
    .update(JSON.stringify([withDev, workspaces, all]))
    .digest('hex');
  if (existsSync(account) && missing.length === 0) return;
  if (existsSync(account) && existsSync(lastAsked) && readFileSync(lastAsked, 'utf8') === request)
    return;
  console.log(
    `Installing what ${withDev ? 'develops, tests and checks' : 'builds and serves'} the site (packages: ${missing.length}) …`,
  );
  const keepsDev = withDev || Object.values(installed).some(({ dev }) => dev);
  // NODE_ENV=production would leave out packages for development. Only Rspack is a peer alone.
  const which = keepsDev ? ['--include=dev'] : ['--omit=dev', '--omit=peer'];
  // `npm ci` would remove all that is there first, from under a site that runs.
  await runNpm([...(existsSync(account) ? ['install', '--no-save'] : ['ci']), ...which]);
  mkdirSync(dirname(lastAsked), { recursive: true });
  writeFileSync(lastAsked, request);
}

/**
 * Installs a package that few commands need, when the first of them runs. Outside of this repository it is installed
 * already.
 * @param {string} name
 */
export async function providePackage(name) {
  const folder = `node_modules/${name}`;
  const locked = packagesIn(lockfile)[folder];
  if (!locked || existsSync(join(root, folder))) return;
  console.error(`Installing ${name}, which this is the first command to need …`);
  const version = `${locked.name ? `npm:${locked.name}@` : ''}${locked.version}`;
  await runNpm(['install', '--no-save', '--omit=dev', '--omit=peer', `${name}@${version}`]);
  // npm checks the hashes of packages in the lockfile; for a package that is named on the command line, it trusts the
  // registry.
  if (packagesIn(account)[folder]?.integrity === locked.integrity) return;
  rmSync(join(root, folder), { recursive: true, force: true });
  throw new UserError(
    `The ${name} of the npm registry is not that of package-lock.json, and was removed: look at the registry (npm config get registry) before you run the command again.`,
  );
}

/**
 * @param {readonly string[]} what
 * @throws UserError when npm fails, or is stopped
 */
async function runNpm(what) {
  const [command, before] = npmCommand();
  /** @param {readonly string[]} how */
  const run = (how) =>
    runToEnd(command, [...before, ...what, '--no-audit', '--no-fund', ...how]).catch(() => 127);
  const stopped = new AbortController();
  stopped.signal.addEventListener('abort', () => {
    console.log('Stopping: npm takes back what it has begun, which may take a minute …');
  });
  const stop = () => stopped.abort();
  for (const signal of endSignals) process.once(signal, stop);
  // A third of npm's time goes to asking whether it knows the latest of each package. It has to, where it does not know
  // the version of the lockfile.
  let code = await run(['--prefer-offline', '--loglevel=silent']);
  if (code !== 0 && !stopped.signal.aborted) code = await run(['--loglevel=error']);
  for (const signal of endSignals) process.off(signal, stop);
  if (stopped.signal.aborted) {
    throw new UserError(
      'The installation was stopped, and what is live is as it was: run the command again.',
    );
  }
  if (code === 0) return;
  throw new UserError(
    'The packages could not be installed: npm’s message is above; check the connection to the npm registry and run the command again.',
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
