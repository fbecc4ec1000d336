import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder, writeFiles } from '@composed/build/jest/temporary-folder';
import { composed } from '@composed/testing/server/start-process';

test('Yarn’s Plug’n’Play is refused with what to write', async () => {
  const play = "data:text/javascript,process.versions.pnp = '3'";
  const words = ['--import', play, composed, '--help'];
  await expect(promisify(execFile)(process.execPath, words)).rejects.toThrow(
    'write "nodeLinker: node-modules" in .yarnrc.yml',
  );
});

const reviews = { name: 'reviews', port: 3001, expose: {} };
const site = { provides: {}, providesVersion: 1, shares: {}, services: [], language: 'de' };

test.each([
  ['check', 'remote-reviews', { microFrontend: reviews }, 'microFrontend.expose'],
  ['release', 'shared', { site }, 'site.language'],
])('before %s a wrong field of %s is one line', async (command, folder, content, field) => {
  const root = temporaryFolder();
  writeFiles(root, {
    'package.json': { workspaces: ['shared', 'remote-*'] },
    [`${folder}/package.json`]: content,
  });
  const run = promisify(execFile)(process.execPath, [path.resolve(composed), command], {
    cwd: root,
  });
  const error: unknown = await run.catch((cause: unknown) => cause);
  expect(Reflect.get(Object(error), 'stderr')).toMatch(
    new RegExp(`^\\S+/package.json: "${field}" is no field.*\n$`),
  );
});
