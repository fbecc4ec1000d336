import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { readPackage, workspaceFolders } from '@composed/apps/workspaces';
import { testPattern } from '../../.dependency-cruiser.mjs';

const root = path.join(import.meta.dirname, '../..');
/** Scripts that prepare a package before it is packed. */
const preparation = '/polyfills/bundle[.]mjs$';
const isUnpacked = new RegExp(`${testPattern}|${preparation}|^jest[.]config`);

const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => /\.(?:[cm]?js|tsx?)$/.test(file) && !file.includes('/tractor-store/'));

function importedPackages(file: string): readonly string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(path.join(root, file), 'utf8'));
  return importedFiles
    .flatMap(({ fileName }) => /^(?:@[^/]+\/)?[^./][^/]*/.exec(fileName) ?? [])
    .filter((name) => !isBuiltin(name));
}

const dependenciesOf = (folder: string) => {
  const { name, ...fields } = readPackage(path.join(root, folder, 'package.json'));
  const { dependencies, devDependencies, peerDependencies } = fields;
  return new Set([
    name,
    ...Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies }),
  ]);
};

/**
 * The alias by which a broken module of the fault gallery imports the module that it replaces, and Rspack: declared, it
 * would be installed on servers too, since npm no longer leaves it out with other packages’ peer dependencies.
 */
const undeclarable = new Set(['the-remote', '@rspack/core']);

// Knip accepts every workspace as declared. The root's package.json declares the packages that tests of many workspaces
// import, since `npm ci --workspace` installs a workspace's devDependencies too if another workspace runs them: the
// image of the servers would hold webpack.
test('a workspace declares every package that it imports, except what its tests take from the root', () => {
  const rootDependencies = dependenciesOf('.');
  const undeclared = workspaceFolders(root).flatMap((folder) => {
    const declared = dependenciesOf(folder);
    const inner = workspaceFolders(root).filter((other) => other.startsWith(`${folder}/`));
    return sources
      .filter((file) => file.startsWith(`${folder}/`))
      .filter((file) => !inner.some((other) => file.startsWith(`${other}/`)))
      .flatMap((file) =>
        importedPackages(file)
          .filter((name) => !declared.has(name) && !undeclarable.has(name))
          .filter((name) => !(isUnpacked.test(file) && rootDependencies.has(name)))
          .map((name) => `${file} imports ${name}`),
      );
  });
  expect(sources.length).toBeGreaterThan(500);
  expect(undeclared).toEqual([]);
});
