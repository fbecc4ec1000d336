import path from 'node:path';
import { readPackage } from '@shopwright/shared/build/workspaces';
import * as v from 'valibot';

/** A workspace that is packed, and which of its files a package holds. */
export interface Packed {
  readonly name: string;
  readonly folder: string;
  /** Folders and files that are compiled or copied, relative to `folder`. */
  readonly files: readonly string[];
  /** Program of the command line, relative to `folder`. */
  readonly bin?: Readonly<Record<string, string>>;
}

export const packages: readonly Packed[] = [
  {
    name: '@shopwright/shared',
    folder: 'shared',
    files: ['src', 'tooling'],
  },
  {
    name: '@shopwright/release',
    folder: 'scripts',
    files: [
      ...[
        'build',
        'compose',
        'dev',
        'http',
        'operations',
        'release',
        'server',
        'services',
        'setup',
      ],
      ...['commands/release.ts', 'commands/remote.ts', 'environment.ts', 'terminal.ts'],
    ],
    bin: { shopwright: './commands/remote.js' },
  },
];

const exported = v.optional(v.record(v.string(), v.string()), {
  './package.json': './package.json',
});

/** `./src/http/client.ts` → its compiled script and types; what is not compiled stays as it is. */
function publishedTarget(source: string): string | Readonly<Record<string, string>> {
  if (source.endsWith('.d.ts')) return { types: source };
  const compiled = /^(.*)\.(m?)[jt]sx?$/.exec(source);
  if (!compiled) return source;
  const [, stem = '', m = ''] = compiled;
  return { types: `${stem}.d.${m}ts`, default: `${stem}.${m}js` };
}

/**
 * The package.json that a registry gets. In the repository the same names lead to sources, and what builds and tests
 * need is in devDependencies, since a server installs none of it.
 */
export function publishedPackage(root: string, { name, folder, files, bin }: Packed): object {
  const own = readPackage(path.join(root, folder, 'package.json'));
  const { engines, license } = readPackage(path.join(root, 'package.json'));
  const { version, exports, sideEffects, peerDependencies, peerDependenciesMeta } = own;
  return {
    ...{ name, version, license, type: 'module', engines, sideEffects, bin },
    exports: Object.fromEntries(
      Object.entries(v.parse(exported, exports)).map(([key, source]) => [
        key,
        publishedTarget(source),
      ]),
    ),
    files: files.map((each) => each.replace(/\.tsx?$/, '.js')),
    dependencies: { ...own.dependencies, ...own.devDependencies },
    ...{ peerDependencies, peerDependenciesMeta },
  };
}
