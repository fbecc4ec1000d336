import path from 'node:path';
import { composerVersion } from '@shopwright/shared/contracts/composer';
import { contractVersions } from '@shopwright/shared/contracts/remotes';
import { readPackage } from '@shopwright/shared/build/workspaces';
import * as v from 'valibot';

/** A workspace that is packed, and which of its files a package holds. */
export interface Packed {
  readonly name: string;
  readonly folder: string;
  /** Folders and files that are compiled or copied, relative to `folder`. */
  readonly files: readonly string[];
  /** Packages that are named in settings or needed by those that are imported, not imported themselves. */
  readonly named: readonly string[];
  /** Program of the command line, relative to `folder`. */
  readonly bin?: Readonly<Record<string, string>>;
}

export const packages: readonly Packed[] = [
  {
    name: '@shopwright/shared',
    folder: 'shared',
    files: ['src', 'tooling'],
    named: [
      ...['css-loader', 'style-loader', 'ts-loader', 'typescript', 'react-refresh'],
      ...['@swc/core', '@swc/jest', '@testing-library/dom'],
    ],
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
    named: ['typescript-7'],
    bin: { shopwright: './commands/remote.js' },
  },
];

const exported = v.optional(v.record(v.string(), v.string()), {
  './package.json': './package.json',
});
/** Major version → the contracts that it promises to keep; 1 for those that it does not name. */
const promises = v.optional(v.record(v.string(), v.record(v.string(), v.number())));

/** `./src/http/client.ts` → its compiled script and types; what is not compiled stays as it is. */
function publishedTarget(source: string): string | Readonly<Record<string, string>> {
  if (source.endsWith('.d.ts')) return { types: source };
  const compiled = /^(.*)\.(m?)[jt]sx?$/.exec(source);
  if (!compiled) return source;
  const [, stem = '', m = ''] = compiled;
  return { types: `${stem}.d.${m}ts`, default: `${stem}.${m}js` };
}

/**
 * What the package asks for, in the versions that this repository has: of what builds and tests the root has them.
 * @throws Error naming imported packages that nobody here asks for
 */
function dependenciesOf(
  { name, named }: Packed,
  { dependencies, peerDependencies }: ReturnType<typeof readPackage>,
  rootVersions: Readonly<Record<string, string>>,
  imported: ReadonlySet<string>,
) {
  const others = [...imported, ...named].filter(
    (each) => each !== name && !(each in dependencies) && !(each in peerDependencies),
  );
  const unknown = others.filter((each) => !(each in rootVersions));
  if (unknown.length > 0) {
    throw new Error(`${name} imports ${unknown.join(', ')}, which no package.json here names.`);
  }
  const all = {
    ...dependencies,
    ...Object.fromEntries(others.map((each) => [each, rootVersions[each]])),
  };
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b, 'en')));
}

/**
 * A range such as ^1.0.0 is a promise: what was built against 1.0.0 works with it.
 * @throws Error when a contract was broken within a major version
 */
export function checkContracts(
  { version, contracts }: { version: string; contracts?: v.InferOutput<typeof promises> },
  current: Readonly<Record<string, number>> = { composer: composerVersion, ...contractVersions },
): void {
  if (!contracts) return;
  const [major = ''] = version.split('.');
  const promised = contracts[major] ?? {};
  const broken = Object.keys({ ...promised, ...current }).filter(
    (name) => (promised[name] ?? 1) !== (current[name] ?? 1),
  );
  if (broken.length === 0) return;
  throw new Error(
    `Version ${version} promises other contracts of ${broken.join(', ')}: raise its major version in shared/package.json, and name its contracts there.`,
  );
}

/**
 * The package.json that a registry gets. In the repository the same names lead to sources.
 * @param imported names of the packages that the compiled scripts import
 */
export function publishedPackage(
  root: string,
  packed: Packed,
  imported: ReadonlySet<string>,
): object {
  const { name, folder, files, bin } = packed;
  const own = readPackage(path.join(root, folder, 'package.json'));
  const { engines, license, devDependencies } = readPackage(path.join(root, 'package.json'));
  const { version, contracts, exports, sideEffects, peerDependencies, peerDependenciesMeta } = own;
  checkContracts({ version, contracts: v.parse(promises, contracts) });
  return {
    ...{ name, version, license, type: 'module', engines, sideEffects, bin },
    exports: Object.fromEntries(
      Object.entries(v.parse(exported, exports)).map(([key, source]) => [
        key,
        publishedTarget(source),
      ]),
    ),
    files: files.map((each) => each.replace(/\.tsx?$/, '.js')),
    dependencies: dependenciesOf(packed, own, devDependencies, imported),
    ...{ peerDependencies, peerDependenciesMeta },
  };
}
