import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readPackage } from '@shopwright/shared/build/workspaces';

/** Where a remote lives that has a repository of its own, and where that finds its packages. */
export interface OwnRepository {
  readonly folder: string;
  /** Folder that `npm run pack` puts the tarballs into; undefined: a registry has the packages. */
  readonly packages?: string | undefined;
}

/** Used by the files that are written, beside the two packages. */
const used = [
  ...['@testing-library/react', '@types/jest', '@types/react', '@types/react-dom'],
  ...['jest', 'react', 'react-dom', 'typescript'],
];
/** `shared` brings webpack with it, and leaves Rspack to those who want it. */
const rspack = ['cli', 'core', 'dev-server', 'plugin-react-refresh'].map(
  (name) => `@rspack/${name}`,
);

const json = (value: unknown) => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');

/**
 * What the files of a repository of its own are filled in with: the versions that this one has.
 * @throws Error when the folder of the repository is in use
 */
export function repositoryValues(
  root: string,
  { folder, packages }: OwnRepository,
  bundler: string,
) {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder} holds something already: name a folder that is new or empty.`);
  }
  const read = (workspace: string) => readPackage(path.join(root, workspace, 'package.json'));
  const [whole, shared] = [read(''), read('shared')];
  const [ofAll, ofHost] = [whole.devDependencies, read('host').dependencies];
  const known: Record<string, string> = { ...ofAll, ...shared.devDependencies, ...ofHost };
  const ours = Object.entries({ release: read('scripts'), shared }).map(([name, { version }]) => {
    const tarball = `shopwright-${name}-${version}.tgz`;
    const place = packages && `file:${path.relative(folder, path.join(packages, tarball))}`;
    return [`@shopwright/${name}`, place ?? `^${version}`];
  });
  const others = bundler === 'rspack' ? [...rspack, ...used] : used;
  return {
    version: shared.version,
    browserslist: json(whole['browserslist']),
    devDependencies: json(
      Object.fromEntries([...ours, ...others.map((name) => [name, known[name] ?? '*'])]),
    ),
  };
}
