import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder, writeFiles } from '../jest/temporary-folder';
import { writeSharedPackageModules } from './shared-package-modules';

test('the module of a shared package re-exports every export, whatever its name', async () => {
  const folder = temporaryFolder();
  const store = "{ delete: 1, shared: 2, useId: 3, default: 4, 'not-a-name': 5 }";
  writeFiles(folder, {
    'renderer.cjs': `exports.renderer = { provided: { store: ${store} } };`,
    'browser/package.json': { type: 'module' },
  });
  await writeSharedPackageModules(folder);
  const [file = ''] = readdirSync(path.join(folder, 'browser/es-modules'));
  writeFiles(folder, {
    'browser/page.js': `globalThis.window = { sharedPackages: { store: ${store} } };
      console.log(JSON.stringify(await import('./es-modules/${file}')));`,
  });
  const text = execFileSync(process.execPath, [path.join(folder, 'browser/page.js')]);
  expect(JSON.parse(String(text))).toEqual({ delete: 1, shared: 2, useId: 3, default: 4 });
});
