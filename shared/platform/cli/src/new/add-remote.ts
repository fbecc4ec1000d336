import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { appDescription, appNamed, findApps, freeAppPort } from '@composed/apps';
import { readSite } from '@composed/apps/site';
import { readPackage, workspaceFolders } from '@composed/apps/workspaces';
import { appName } from '@composed/contracts/release-manifest';
import { globSync } from 'tinyglobby';
import * as v from 'valibot';
import { UsageError } from '@composed/command/errors';
import { used, versionOf } from '../pack/inherited-files';
import { commonValues, json, platformOf, writeFiles, writeRepository } from './repository-files';
import { type Choices, describeRemote, type NewRemote, templatesOf } from './templates';

/* `npm run new`. */

const owners = '.github/CODEOWNERS';
const lockfile = 'package-lock.json';

const sourcesOfHost = (root: string) => `${appNamed('host', findApps(root)).folder}/src/**`;

/**
 * Modules of a site that a remote imports, and the file of the host’s table, or '' for a host without one.
 * @throws Error naming what is missing
 */
function modulesOfSite(root: string) {
  const [table = ''] = globSync(`${sourcesOfHost(root)}/remotes.tsx`, { cwd: root });
  const shared = readSite(root).package;
  const { exports } = readPackage(path.join(sharedFolder(root), 'package.json'));
  const subpaths = Object.keys(v.parse(record, exports));
  const exported = (name: string, pattern: RegExp) => {
    const subpath = subpaths.find((each) => pattern.test(each));
    if (subpath !== undefined) return shared + subpath.slice(1);
    throw new Error(`${shared} exports no ${name}, which every new remote imports.`);
  };
  return {
    table,
    shared,
    provides: exported('./provides', /\/provides$/),
    siteLinks: exported('./links', /\/(?:site-)?links$/),
    stories: subpaths.find((each) => each === './stories/story') ?? '',
  };
}

/** The folder of the package that the apps of a site share. */
const sharedFolder = (root: string) => {
  const { package: name } = readSite(root);
  const isShared = (folder: string) =>
    readPackage(path.join(root, folder, 'package.json')).name === name;
  return path.join(root, workspaceFolders(root).find(isShared) ?? '.');
};

/**
 * The host's table with a row for the new remote.
 * @throws Error when it knows the name already, or has no place for a row
 */
function withRow(content: string, { name, component, label, table }: NewRemote): string {
  if (new RegExp(`'${name}['/]`).test(content)) {
    throw new Error(`${table} knows ${name} already: choose another name.`);
  }
  const end = /^\}(?: satisfies [^\n]+)?;$/m.exec(content)?.index;
  if (end === undefined) {
    throw new Error(`${table} has no place for the new row: let its object end in a line "};".`);
  }
  const row = `  '${name}/${component}': {
    label: '${label}',
    // Nothing is kept free for it yet: draw its skeleton.
    skeleton: null,
    section: '${name}',
  },
`;
  return content.slice(0, end) + row + content.slice(end);
}

/** The slots that the host's sources open for a remote: `slots: { 'header-end': ['*'] }`. */
function slotsFor(root: string, name: string): string[] {
  const sources = globSync(`${sourcesOfHost(root)}/*.{ts,tsx}`, { cwd: root, absolute: true });
  const grants = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bslots: \{([^{}]*)\}/g)].map(([, text = '']) => text),
  );
  const slots = grants.flatMap((text) => [
    ...text.matchAll(/([\w-]{1,60})'?: \[([^\]]{0,999})\]/g),
  ]);
  return slots.flatMap(([, slot = '', apps = '']) =>
    [`'${name}'`, "'*'"].some((app) => apps.includes(app)) ? [slot] : [],
  );
}

/**
 * The slot for a new remote; undefined where no slot is open to it, so that it gets a row in the host's table.
 * @throws UsageError when the slot asked for is not open to it, or several slots are
 */
function slotFor(root: string, name: string, typed?: string): string | undefined {
  const open = slotsFor(root, name);
  if (typed !== undefined && !open.includes(typed))
    throw new UsageError(
      `The host opens no slot "${typed}" for ${name}: ${open.length > 0 ? `it opens ${open.join(', ')}` : 'leave --slot out, and it gets a row in the host’s table'}.`,
    );
  if (typed === undefined && open.length > 1)
    throw new UsageError(`The host opens ${open.join(', ')} for ${name}: say which by --slot.`);
  return typed ?? open[0];
}

const record = v.record(v.string(), v.unknown());
/** The package.json is read by every later command. */
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
  const needs = { ...(dependencies && { dependencies }), devDependencies, peerDependencies };
  const document = v.parse(record, JSON.parse(text));
  const packages = {
    ...v.parse(record, document['packages']),
    [folder]: { version: '1.0.0', ...needs },
    [`node_modules/${folder}`]: { resolved: folder, link: true },
  };
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return `${JSON.stringify({ ...document, packages: Object.fromEntries(sorted) }, null, 2)}\n`;
}

/** @throws UsageError when the name cannot be one of a remote */
export function parseRemoteName(name: string): string {
  const parsed = v.safeParse(appName, name);
  if (parsed.success && name !== 'host') return name;
  const reason = parsed.issues?.[0].message ?? 'must be another, since the host has it';
  throw new UsageError(
    `"${name}" cannot be the name of a remote: it ${reason}, such as "reviews".`,
  );
}

/** Files for a remote of this repository, besides its rows. */
async function workspaceFiles(root: string, remote: NewRemote) {
  if (existsSync(path.join(root, remote.folder))) {
    throw new Error(`${remote.folder} exists already: choose another name, or remove it.`);
  }
  const read = (file: string) => readFile(path.join(root, file), 'utf8');
  const { scripts } = readPackage(path.join(root, 'package.json'));
  const script = (name: string) =>
    v.parse(v.record(v.string(), v.string()), scripts)[name]?.replace(/^node /, 'node ../') ?? '';
  const isHere = workspaceFolders(root).some((folder) => folder.endsWith('/build'));
  const files = templatesOf({
    ...remote,
    dev: script('dev'),
    build: script('build'),
    tools: json(Object.fromEntries(isHere ? [versionOf('@composed/build')] : [])),
  });
  const manifest = files.get('package.json') ?? '';
  const more = new Map<string, string>();
  for (const [file, content] of files) more.set(`${remote.folder}/${file}`, content);
  const owner = `/${remote.folder}/ ${path.dirname(remote.shared)}/${remote.name}\n`;
  const owned = existsSync(path.join(root, owners)) ? await read(owners) : '';
  more.set(owners, owned + owner);
  if (existsSync(path.join(root, lockfile)))
    more.set(lockfile, withWorkspace(await read(lockfile), remote, manifest));
  return more;
}

/** The repository of a remote that has one of its own, and the source of its packages. */
interface OwnRepository {
  readonly folder: string;
  /** Packs the packages with the rows of the new remote; undefined: a registry has them. */
  readonly pack?: () => Promise<readonly Readonly<Record<'name' | 'file', string>>[]>;
}

/** The files of a repository of its own: the same sources, what they are built with, and the versions that this one has. */
async function repositoryFiles(root: string, remote: NewRemote, { folder, pack }: OwnRepository) {
  const tools = [...used.whole, ...used.remote].map(versionOf);
  const packages = platformOf('remote', folder, pack ? await pack() : []);
  const { stories } = remote;
  const values = {
    ...remote,
    version: readPackage(path.join(sharedFolder(root), 'package.json')).version,
    ...commonValues(root),
    dev: 'composed dev',
    build: 'composed build',
    storiesScript: stories === '' ? 'null' : '"composed stories"',
    storiesHint:
      stories === '' ? '' : 'npm run stories            # every component in every state\n',
    tools: '{}',
    devDependencies: json(Object.fromEntries([...tools, ...packages])),
  };
  const files = templatesOf(values, 'repository');
  v.parse(appPackage, JSON.parse(files.get('package.json') ?? ''));
  return files;
}

/**
 * Makes a new remote: its folder here with its workspace in the lockfile and its owners, or a repository of its own.
 * A section of the landing page asks for a slot that the host opens for it, or gets a row in the host's table.
 * @param root the repository
 * @param choices with `dryRun` nothing is changed
 * @returns the files that are made or changed, from the root
 * @throws Error that says why and what to do; no file is left behind
 */
export async function addRemote(
  root: string,
  name: string,
  ownRepository?: OwnRepository,
  choices: Choices & { readonly dryRun?: boolean | undefined } = {},
): Promise<readonly string[]> {
  parseRemoteName(name);
  const isSection = choices.page === undefined && !choices.part;
  const slot = isSection ? slotFor(root, name, choices.slot) : undefined;
  const isInTable = isSection && slot === undefined;
  const remote = describeRemote(name, freeAppPort(root), { ...choices, slot }, modulesOfSite(root));
  const { table } = remote;
  if (isInTable && table === '')
    throw new Error('The host opens no slot, and has no table of remotes, a remotes.tsx.');
  const files = new Map<string, string>();
  const content = isInTable ? await readFile(path.join(root, table), 'utf8') : '';
  if (isInTable) files.set(table, withRow(content, remote));
  if (choices.dryRun) {
    const names = ownRepository
      ? [...(await repositoryFiles(root, remote, { folder: ownRepository.folder })).keys()]
      : [...(await workspaceFiles(root, remote)).keys()];
    return [...files.keys(), ...names.map((file) => path.join(ownRepository?.folder ?? '', file))];
  }
  // If a later step fails, the row is removed again.
  await writeFiles(root, files);
  try {
    if (ownRepository) {
      const make = () => repositoryFiles(root, remote, ownRepository);
      const names = await writeRepository(root, ownRepository.folder, make);
      return [...files.keys(), ...names.map((file) => path.join(ownRepository.folder, file))];
    }
    const addedFiles = await workspaceFiles(root, remote);
    await writeFiles(root, addedFiles);
    return [...files.keys(), ...addedFiles.keys()];
  } catch (error) {
    if (isInTable) await writeFiles(root, new Map([[table, content]]));
    throw error;
  }
}
