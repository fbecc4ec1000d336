// @ts-check
/**
 * The entry point of every npm script (`npm start`, `npm test`, …). Plain JavaScript that works without installed
 * packages: it checks the version of Node, installs the packages when the lockfile has changed, and runs `composed
 * <command>` or this repository's own commands/<command>.ts. Without a command it installs all packages.
 */
import { existsSync } from 'node:fs';
import { installTestSoftware } from '../shared/platform/command/src/installed-software.mjs';
import { UserError } from '../shared/platform/command/src/errors.mjs';
import { installPackages } from '../shared/platform/command/src/packages.mjs';
import { endWithStarter, repositoryRoot } from '../shared/platform/command/src/processes.mjs';
import { runSource } from '../shared/platform/command/src/sources.mjs';

/** Commands that need only the packages in `dependencies`. All others need `devDependencies` as well. */
const lean = new Set(['start', 'serve', 'services', 'build', 'release']);

/** Steps of `npm test` that need no browser, nginx, bucket or container. */
const checks = new Set(['types', 'lint', 'format', 'unused', 'boundaries']);

/** @param {string} version such as '20.19.0' */
function refuseUnsupportedNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24) return;
  throw new UserError(
    `This project needs Node.js 20 (from 20.19), 22 (from 22.12) or 24 and later, and this is ${version}: install one of them from https://nodejs.org and run the command again.`,
  );
}

try {
  endWithStarter();
  const [, , command = '', ...rest] = process.argv;
  refuseUnsupportedNode(process.versions.node);
  await installPackages(!lean.has(command));
  process.chdir(repositoryRoot);
  if (command === 'test' && !(rest[0] && checks.has(rest[0]))) await installTestSoftware();
  const ownCommand = `scripts/commands/${command}.ts`;
  if (/^[a-z-]+$/.test(command) && existsSync(ownCommand)) {
    process.argv.splice(2, 1);
    await runSource(ownCommand);
  } else if (command !== '') await import('../shared/platform/cli/src/composed.mjs');
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
