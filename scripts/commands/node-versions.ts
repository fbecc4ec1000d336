import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nodePackage, npmCommand } from '../setup/packages.mjs';
import { runToEnd } from '../setup/processes.mjs';
import { runCommand } from '../terminal';
import { jestStep, runAsCommand, type Step } from '../test-runner/steps';

/*
 * `npm run node-versions [-- <version> …]`: the unit tests and one publish on the other supported versions
 * of Node.js, which npm has as packages. CI's own run stays on Node 20.
 */
const script = 'scripts/commands/node-versions.ts';

/** @param wanted the version, or the beginning of it, that must be running this */
async function testThisVersion(wanted = ''): Promise<void> {
  if (!`${process.versions.node}.`.startsWith(`${wanted}.`)) {
    throw new Error(`This is Node ${process.versions.node}, and Node ${wanted} was to be tested.`);
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'node-version-'));
  Object.assign(process.env, { SITE_DIR: folder, DATA_DIR: path.join(folder, 'data') });
  const node = `Node ${process.versions.node}`;
  const publish: Step = {
    ...{ name: 'publish', title: `${node}: one publish` },
    command: ['--import', 'tsx', 'scripts/commands/release.ts', 'publish', '--all'],
  };
  await runAsCommand([[jestStep('unit-other-node', `${node}: unit tests`), publish]]);
  await rm(folder, { recursive: true, force: true });
}

runCommand(async (args) => {
  if (args[0] === 'here') return testThisVersion(args[1]);
  const [npm, before] = npmCommand();
  for (const version of args.length > 0 ? args : ['22', '24']) {
    const node = ['exec', '--yes', `--package=${nodePackage(version)}`, '--', 'node'];
    const here = ['--import', 'tsx', script, 'here', version];
    const code = await runToEnd(npm, [...before, ...node, ...here]);
    if (code !== 0) process.exitCode = code;
  }
});
