import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { appDescription, freeAppPort } from '@composed/apps';
import { readPackage } from '@composed/apps/workspaces';
import { appName } from '@composed/contracts/release-manifest';
import * as v from 'valibot';
import { UsageError } from '@composed/command/errors';
import { packagesFor } from '../pack/pack';
import { commonValues, json, packedIn, versionOf, writeFiles, writeRepository } from './common';
import { type Choices, describeRemote, type NewRemote, templatesOf } from './templates';

/* `npm run new`. */

/** The package that the apps of the site share. */
const siteFolder = 'shared';

const owners = '.github/CODEOWNERS';
const lockfile = 'package-lock.json';

const table = 'host/src/site/remotes.tsx';

/**
 * The host's table with a row for the new remote.
 * @throws Error when it knows the name already, or has no place for a row
 */
function withRow(content: string, { name, component, label }: NewRemote): string {
  if (new RegExp(`'${name}['/]`).test(content)) {
    throw new Error(`${table} knows ${name} already: choose another name.`);
  }
  const place = /^\} satisfies /m.exec(content)?.index;
  if (place === undefined) {
    throw new Error(
      `${table} has no place for the new row: see withRow in shared/platform/cli/src/new.`,
    );
  }
  const row = `  '${name}/${component}': {
    label: '${label}',
    // Nothing is kept free for it yet: draw what is in ./skeletons.
    skeleton: null,
    section: '${name}',
  },
`;
  return content.slice(0, place) + row + content.slice(place);
}

const record = v.record(v.string(), v.unknown());
/** What is written here is read by every later command. */
const appPackage = v.looseObject({
  microFrontend: appDescription,
  dependencies: v.exactOptional(record),
  devDependencies: record,
  peerDependencies: record,
});

/** The lockfile with the new workspace, as npm would write it. */
function withWorkspace(text: string, { folder }: NewRemote, manifest: string): string {
  const parsed = v.parse(appPackage, JSON.parse(manifest));
  const { dependencies, devDependencies, peerDependencies } = parsed;
  const asked = { ...(dependencies && { dependencies }), devDependencies, peerDependencies };
  const document = v.parse(record, JSON.parse(text));
  const packages = {
    ...v.parse(record, document['packages']),
    [folder]: { version: '1.0.0', ...asked },
    [`node_modules/${folder}`]: { resolved: folder, link: true },
  };
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return `${JSON.stringify({ ...document, packages: Object.fromEntries(sorted) }, null, 2)}\n`;
}

/** @throws UsageError when the name cannot be one of a remote, or is one of the host's policies of Trusted Types */
export function parseRemoteName(name: string): string {
  const parsed = v.safeParse(appName, name);
  const isTaken = name === 'host' || name === 'remote-entries';
  if (parsed.success && !isTaken) return name;
  const reason = parsed.issues?.[0].message ?? 'must be another, since the host has it';
  throw new UsageError(
    `"${name}" cannot be the name of a remote: it ${reason}, such as "reviews".`,
  );
}

/** What is added here for a remote of this repository, besides its rows. */
async function workspaceFiles(root: string, remote: NewRemote) {
  if (existsSync(path.join(root, remote.folder))) {
    throw new Error(`${remote.folder} exists already: choose another name, or remove it.`);
  }
  const read = (file: string) => readFile(path.join(root, file), 'utf8');
  const files = templatesOf(remote);
  const manifest = files.get('package.json') ?? '';
  return [
    ...[...files].map(([file, content]) => [`${remote.folder}/${file}`, content] as const),
    [
      owners,
      `${await read(owners)}/${remote.folder}/ ${path.dirname(remote.shared)}/${remote.name}\n`,
    ] as const,
    [lockfile, withWorkspace(await read(lockfile), remote, manifest)] as const,
  ];
}

/** Where a remote lives that has a repository of its own, and where that finds its packages. */
interface OwnRepository {
  readonly folder: string;
  /** Packs the packages with the rows of the new remote; undefined: a registry has them. */
  readonly pack?: () => Promise<readonly Readonly<Record<'name' | 'file', string>>[]>;
}

/** Used by the files that are written, beside those. */
const used = [
  ...['@testing-library/react', '@types/jest', '@types/react', '@types/react-dom'],
  ...['jest', 'react', 'react-dom', 'typescript'],
];
/** The platform’s tooling brings webpack with it, and leaves Rspack to those who want it. */
const rspack = ['cli', 'core', 'dev-server', 'plugin-react-refresh'].map(
  (name) => `@rspack/${name}`,
);

/** The files of a repository of its own: the same sources, what they are built with, and the versions that this one has. */
async function repositoryFiles(root: string, remote: NewRemote, { folder, pack }: OwnRepository) {
  const read = (workspace: string) => readPackage(path.join(root, workspace, 'package.json'));
  const published = packagesFor.remote
    .map(versionOf)
    .map(([name, version]) => [name, `^${version}`] as const);
  const packed = pack ? packedIn(folder, await pack()) : published;
  const others = remote.bundler === 'rspack' ? [...rspack, ...used] : used;
  const values = {
    ...remote,
    version: read(siteFolder).version,
    ...commonValues(root),
    devDependencies: json(Object.fromEntries([...packed, ...others.map(versionOf)])),
  };
  const files = templatesOf(values, 'repository');
  v.parse(appPackage, JSON.parse(files.get('package.json') ?? ''));
  return files;
}

/**
 * Makes a new remote, a section of the landing page: its folder here with its workspace in the lockfile and
 * its owners, or a repository of its own. Either way the host's table gets its row.
 * @param root the repository
 * @returns the files that were made or changed, from the root
 * @throws Error that says why and what to do; nothing is left of it
 */
export async function addRemote(
  root: string,
  name: string,
  own?: OwnRepository,
  choices: Choices = {},
): Promise<readonly string[]> {
  parseRemoteName(name);
  const shared = readPackage(path.join(root, siteFolder, 'package.json')).name;
  const remote = describeRemote(name, freeAppPort(root), choices, shared);
  const content = await readFile(path.join(root, table), 'utf8');
  const files = new Map([[table, withRow(content, remote)]]);
  // If a later step fails, the row is removed again.
  await writeFiles(root, files);
  try {
    if (own) {
      const make = () => repositoryFiles(root, remote, own);
      const made = await writeRepository(root, own.folder, make);
      return [...files.keys(), ...made.map((file) => path.join(own.folder, file))];
    }
    const added = new Map(await workspaceFiles(root, remote));
    await writeFiles(root, added);
    return [...files.keys(), ...added.keys()];
  } catch (error) {
    await writeFiles(root, new Map([[table, content]]));
    throw error;
  }
}
