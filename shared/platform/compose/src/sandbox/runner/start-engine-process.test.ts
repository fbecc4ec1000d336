import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder, writeFiles } from '@composed/build/jest/temporary-folder';
import { readableFolders } from './start-engine-process';

test('the engine may read the packages that pnpm links for its own packages', () => {
  const folder = realpathSync(temporaryFolder());
  const types = '@jitl/quickjs-ffi-types';
  const needs = {
    '@composed/compose': [
      'quickjs-emscripten-core',
      '@jitl/quickjs-wasmfile-release-sync',
      'valibot',
    ],
    'quickjs-emscripten-core': [types],
    '@jitl/quickjs-wasmfile-release-sync': [types],
    valibot: [],
    [types]: [],
  };
  const at = (of: string, name: string) =>
    path.join(folder, of.replace('/', '+'), 'node_modules', name);
  for (const [name, packages] of Object.entries(needs)) {
    writeFiles(at(name, name), {
      'package.json': { name, main: 'dist/index.js' },
      'dist/index.js': '',
      'sandbox/runner/engine-process.js': '',
    });
    for (const each of packages) {
      mkdirSync(path.dirname(at(name, each)), { recursive: true });
      symlinkSync(at(each, each), at(name, each));
    }
  }
  const script = path.join(
    at('@composed/compose', '@composed/compose'),
    'sandbox/runner/engine-process.js',
  );
  const links = Object.entries(needs).flatMap(([of, names]) => names.map((name) => at(of, name)));
  expect(readableFolders(script)).toEqual(expect.arrayContaining(links));
});
