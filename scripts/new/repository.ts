import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readPackage } from '@shopwright/shared/build/workspaces';
import * as v from 'valibot';

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

const versions = v.optional(v.record(v.string(), v.string()), {});
const asking = v.looseObject({ dependencies: versions, devDependencies: versions });

const json = (value: unknown) => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');

/**
 * What the files of a repository of its own are filled in with: the versions that this one has.
 * @throws Error when the folder of the repository is in use
 */
export async function repositoryValues(
  root: string,
  { folder, packages }: OwnRepository,
  bundler: string,
) {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder} holds something already: name a folder that is new or empty.`);
  }
  const asked = ['', 'host', 'shared'].map((workspace) =>
    v.parse(asking, readPackage(path.join(root, workspace, 'package.json'))),
  );
  const known = new Map(
    asked.flatMap(({ dependencies, devDependencies }) =>
      Object.entries({ ...dependencies, ...devDependencies }),
    ),
  );
  const ours = ['release', 'shared'].map((name) => {
    const { version } = readPackage(
      path.join(root, name === 'shared' ? 'shared' : 'scripts', 'package.json'),
    );
    if (packages === undefined) return [`@shopwright/${name}`, `^${version}`];
    const tarball = path.join(packages, `shopwright-${name}-${version}.tgz`);
    return [`@shopwright/${name}`, `file:${path.relative(folder, tarball)}`];
  });
  const others = bundler === 'rspack' ? [...rspack, ...used] : used;
  const { browserslist } = v.parse(
    v.looseObject({ browserslist: v.array(v.string()) }),
    JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')),
  );
  return {
    version: readPackage(path.join(root, 'shared/package.json')).version,
    browserslist: json(browserslist),
    devDependencies: json(
      Object.fromEntries([...ours, ...others.map((name) => [name, known.get(name) ?? '*'])]),
    ),
  };
}
