// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupFailed, root, runToEnd } from './processes.mjs';

/** The kind of machine that native parts are chosen for. */
const machine = `${process.platform} ${process.arch}`;

/**
 * What an installation depends on: the lockfile and the machine.
 * @param {string} folder
 */
function stampOf(folder) {
  const lockfile = readFileSync(join(folder, 'package-lock.json'));
  return `${machine} ${createHash('sha256').update(lockfile).digest('hex')}\n`;
}

/**
 * The stamp lies inside node_modules: it goes when the packages go.
 * @param {string} folder
 */
const stampFile = (folder) => join(folder, 'node_modules', '.shopwright-installed');

/** @typedef {{ version?: string, optional?: boolean, link?: boolean }} LockedPackage */

/**
 * @param {string} path
 * @returns {Record<string, LockedPackage>}
 */
const packagesIn = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/**
 * Whether npm's own account, which it keeps beside the packages, has what the lockfile asks for: so
 * it is after someone's own `npm ci` or `npm install`. An optional package may be missing: it is for
 * another kind of machine.
 * @param {string} folder
 */
function isComplete(folder) {
  const account = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(account)) return false;
  const installed = packagesIn(account);
  return Object.entries(packagesIn(join(folder, 'package-lock.json')))
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .every(([path, { version, optional }]) => {
      const present = installed[path];
      return present ? present.version === version : optional === true;
    });
}

/**
 * Whether the packages of the lockfile are in place.
 * @param {string} folder the root of a repository
 */
export function isInstalled(folder) {
  const path = stampFile(folder);
  const stamp = existsSync(path) ? readFileSync(path, 'utf8') : `${machine} `;
  if (!stamp.startsWith(`${machine} `)) return false;
  return stamp === stampOf(folder) || isComplete(folder);
}

/**
 * Notes that the packages of the lockfile are in place.
 * @param {string} folder the root of a repository
 */
export function markInstalled(folder) {
  writeFileSync(stampFile(folder), stampOf(folder));
}

/** Installs the packages, unless the last installation was of this same lockfile. */
export async function installPackages() {
  if (isInstalled(root)) return;
  console.log('Installing the packages …');
  // Named, since NODE_ENV=production would leave out what builds the site.
  const parameters = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const [command, before] = npmCommand();
  const code = await runToEnd(command, [...before, ...parameters]).catch(() => 127);
  if (code !== 0 || !isComplete(root)) {
    throw new SetupFailed(
      'The packages could not be installed: npm’s message is above; check the connection to the npm registry and run the command again.',
    );
  }
  markInstalled(root);
}

/**
 * npm as its own script where this process was started by it: Windows has no executable `npm`.
 * @returns {[string, string[]]}
 */
function npmCommand() {
  const script = process.env['npm_execpath'];
  if (script && /\.c?js$/.test(script)) return [process.execPath, [script]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
}
