// @ts-check
/**
 * The first file of every command (`npm start`, `npm test`, …). Plain JavaScript that needs nothing
 * installed: `node scripts/setup.mjs <command> [arguments]` looks at Node, installs the packages
 * when the lockfile changed, and hands over to <command>.ts of `commandFolders`. Without a command it installs all packages.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '../shared/platform/command/src/packages.mjs';
import {
  SetupFailed,
  endWithStarter,
  refuseFolder,
  root,
  runToEnd,
} from '../shared/platform/command/src/processes.mjs';

/** Folders with the commands of every site, of its servers, and this repository’s own. */
const commandFolders = ['cli', 'server']
  .map((name) => `shared/platform/${name}/src/commands`)
  .concat('scripts/commands');

/** The commands that do with the packages of `dependencies`; all others need those of `devDependencies` too. */
const lean = new Set(['start', 'serve', 'services', 'build', 'release']);

/** @param {string} version such as '20.19.0' */
function refuseUnsupportedNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24) return;
  throw new SetupFailed(
    `This project needs Node.js 20 (from 20.19), 22 (from 22.12) or 24 and later, and this is ${version}: install one of them from https://nodejs.org and run the command again.`,
  );
}

async function main() {
  endWithStarter();
  const [command, ...rest] = process.argv.slice(2);
  refuseUnsupportedNode(process.versions.node);
  if (command === undefined) {
    await installPackages(true);
    return 0;
  }
  const script = commandFolders
    .map((folder) => join(folder, `${command}.ts`))
    .find((file) => existsSync(join(root, file)));
  if (!/^[a-z][a-z-]*$/.test(command) || script === undefined) {
    throw new SetupFailed(`There is no command "${command}": package.json lists those there are.`);
  }
  // These build nothing.
  if (!['serve', 'services'].includes(command)) refuseFolder(root);
  await installPackages(!lean.has(command));
  return runToEnd(process.execPath, ['--import', 'tsx', script, ...rest], true);
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof SetupFailed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
