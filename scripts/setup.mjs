// @ts-check
/**
 * The first file of every command (`npm start`, `npm test`, …). Plain JavaScript that needs nothing
 * installed: `node scripts/setup.mjs <command> [arguments]` looks at Node, installs the packages
 * when the lockfile changed, prepares what the command needs, and hands over to scripts/commands/<command>.ts.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { provideBrowser, provideEngines, provideGateway, provideNginx } from './setup/browser.mjs';
import { installPackages } from './setup/packages.mjs';
import { SetupFailed, root, runToEnd } from './setup/processes.mjs';

/** @returns {Promise<Record<string, string>>} as `provideBrowser` */
async function provideBrowserAndNginx() {
  await provideNginx();
  return provideBrowser();
}

async function provideEverything() {
  await provideEngines();
  await provideGateway();
  return provideBrowserAndNginx();
}

/**
 * What a command needs besides the packages, as the environment to give it; a command that is not
 * named needs nothing.
 * @type {Map<string, () => Promise<Record<string, string>>>}
 */
const needs = new Map([
  ['test', provideEverything],
  ['engines', provideEverything],
  ['node-versions', provideBrowserAndNginx],
  ['bench', provideBrowserAndNginx],
  ['soak', provideBrowserAndNginx],
  ['pictures', provideBrowser],
  ['screenshots', provideBrowser],
]);

/** @param {string} version such as '20.19.0' */
function refuseUnsupportedNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24) return;
  throw new SetupFailed(
    `This project needs Node.js 20 (from 20.19), 22 (from 22.12) or 24 and later, and this is ${version}: install one of them from https://nodejs.org and run the command again.`,
  );
}

async function main() {
  const [command = '', ...rest] = process.argv.slice(2);
  refuseUnsupportedNode(process.versions.node);
  const script = join('scripts/commands', `${command}.ts`);
  if (!/^[a-z][a-z-]*$/.test(command) || !existsSync(join(root, script))) {
    throw new SetupFailed(`There is no command "${command}": package.json lists those there are.`);
  }
  await installPackages();
  const environment = (await needs.get(command)?.()) ?? {};
  return runToEnd(process.execPath, ['--import', 'tsx', script, ...rest], environment);
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof SetupFailed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
