// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from './errors.mjs';
import { endSignals, repositoryRoot, runToEnd } from './processes.mjs';

/**
 * @typedef {{ name?: string, version?: string, integrity?: string, optional?: boolean, dev?: boolean, peer?: boolean,
 * link?: boolean }} LockedPackage
 */

/**
 * Reads the packages of a lockfile, by folder. A missing file counts as an empty one.
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
const packagesIn = (file) =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};

const lockfile = join(repositoryRoot, 'package-lock.json');
/** npm's record of the installed packages. */
const installedLockfile = join(repositoryRoot, 'node_modules/.package-lock.json');
/**
 * A hash of the last install's request. It is compared where a sparse checkout lacks workspaces of the lockfile, whose
 * packages npm does not install.
 */
const lastRequest = join(repositoryRoot, 'node_modules/.cache/composed-packages.json');

/**
 * Installs the packages of the lockfile, unless they are installed.
 * @param {boolean} withDev whether to install packages that only develop, test and check the site. Never removes them.
 */
export async function installPackages(withDev) {
  const installed = packagesIn(installedLockfile);
  const lockedPackages = packagesIn(lockfile);
  const isIncluded = (/** @type {LockedPackage} */ { dev, peer }) => withDev || !(dev || peer);
  const required = Object.entries(lockedPackages).filter(
    ([folder, locked]) =>
      folder.includes('node_modules/') && !locked.optional && isIncluded(locked),
  );
  const missing = required.filter(
    ([folder, { version, link }]) =>
      !installed[folder] || (!link && installed[folder].version !== version),
  );
  const workspaces = Object.keys(lockedPackages).filter(
    (folder) => !folder.includes('node_modules/') && existsSync(join(repositoryRoot, folder)),
  );
  const request = createHash('sha256')
    .update(JSON.stringify([withDev, workspaces, lockedPackages]))
    .digest('hex');
  const hasInstalled = existsSync(installedLockfile);
  if (hasInstalled && missing.length === 0) return;
  if (hasInstalled && existsSync(lastRequest) && readFileSync(lastRequest, 'utf8') === request)
    return;
  console.log(
    `Installing the packages that ${withDev ? 'develop, test and check' : 'build and serve'} the site (missing: ${missing.length}) …`,
  );
  const keepsDev = withDev || Object.values(installed).some(({ dev }) => dev);
  // `--include=dev` overrides NODE_ENV=production. Peers are left out: Rspack, and the bucket's SDK (`installPackage`).
  const groups = keepsDev ? ['--include=dev'] : ['--omit=dev', '--omit=peer'];
  // `npm ci` would first remove all packages, even while a site that uses them is running.
  await runNpm([...(hasInstalled ? ['install', '--no-save'] : ['ci']), ...groups]);
  mkdirSync(dirname(lastRequest), { recursive: true });
  writeFileSync(lastRequest, request);
}

/**
 * Installs a package that only some commands need, unless it is installed. Does nothing outside this repository, where
 * package managers install it.
 * @param {string} name
 */
export async function installPackage(name) {
  const folder = `node_modules/${name}`;
  const locked = packagesIn(lockfile)[folder];
  if (!locked || existsSync(join(repositoryRoot, folder))) return;
  console.error(`Installing ${name}, which this command needs …`);
  const version = `${locked.name ? `npm:${locked.name}@` : ''}${locked.version}`;
  await runNpm(['install', '--no-save', '--omit=dev', '--omit=peer', `${name}@${version}`]);
  // npm does not compare a package that is named on the command line with the hash in the lockfile.
  if (packagesIn(installedLockfile)[folder]?.integrity === locked.integrity) return;
  rmSync(join(repositoryRoot, folder), { recursive: true, force: true });
  throw new UserError(
    `The ${name} of the npm registry is not that of package-lock.json, and was removed: look at the registry (npm config get registry) before you run the command again.`,
  );
}

/**
 * @param {readonly string[]} parameters
 * @throws UserError when npm fails, or is stopped
 */
async function runNpm(parameters) {
  const [command, script] = npmCommand();
  const commonOptions = ['--no-audit', '--no-fund'];
  /** @param {readonly string[]} options */
  const run = (options) =>
    runToEnd(command, [...script, ...parameters, ...commonOptions, ...options]).catch(() => 127);
  const stop = createStopSignal();
  // npm spends a third of its time on revalidating its cached metadata. The first attempt skips that. It fails when the
  // cached metadata of a package lacks the version in the lockfile.
  let code = await run(['--prefer-offline', '--loglevel=silent']);
  if (code !== 0 && !stop.signal.aborted) code = await run(['--loglevel=error']);
  stop.release();
  if (stop.signal.aborted) {
    throw new UserError(
      'The installation was stopped, and the live site is unchanged: run the command again.',
    );
  }
  if (code === 0) return;
  throw new UserError(
    'The packages could not be installed: npm’s message is above; check the connection to the npm registry and run the command again.',
  );
}

/** Returns an AbortSignal that the end signals of this process abort, until `release` is called. */
function createStopSignal() {
  const controller = new AbortController();
  const stop = () => {
    console.log('Stopping: npm undoes the installation, which may take a minute …');
    controller.abort();
  };
  for (const signal of endSignals) process.once(signal, stop);
  const release = () => {
    for (const signal of endSignals) process.off(signal, stop);
  };
  return { signal: controller.signal, release };
}

/**
 * Returns the npm package with the Node.js executable for this machine. The package `node` would not do: its install
 * script fetches the executable, and if npm runs no scripts, `npm exec` silently uses this process’s Node.js.
 * @param {string} version or the beginning of one
 */
export function nodePackage(version) {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return `node-${platform}-${process.arch}@${version}`;
}

/**
 * Returns the command that runs npm. If npm has started this process, it is Node with npm's script, since Windows has
 * no executable `npm`.
 * @returns {[string, string[]]} the executable and its first arguments
 */
export function npmCommand() {
  const script = process.env['npm_execpath'];
  if (script && /\.c?js$/.test(script)) return [process.execPath, [script]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
}
