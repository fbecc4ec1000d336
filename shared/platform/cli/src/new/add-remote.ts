import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { appSchema, requireApp, findApps, findFreeAppPort } from '@composed/apps';
import { readSiteDescription } from '@composed/apps/site-description';
import { readPackage, workspaceFolders } from '@composed/apps/workspaces';
import { appName } from '@composed/contracts/release-manifest';
import { globSync } from 'tinyglobby';
import * as v from 'valibot';
import { UsageError } from '@composed/command/errors';
import { templatePackages, findInstalledVersion } from '../pack/inherited-files';
import {
  readCommonValues,
  formatJson,
  listPlatformPackages,
  writeFiles,
  writeRepository,
} from './repository-files';
import {
  type RemoteOptions,
  describeRemote,
  type NewRemote,
  fillRemoteTemplates,
} from './remote-templates';

/* `npm run new`: adds a remote. */

const codeOwners = '.github/CODEOWNERS';
const lockfile = 'package-lock.json';

const hostSources = (root: string) => `${requireApp('host', findApps(root)).folder}/src/**`;

/**
 * Finds the modules of a site that a new remote imports, and the host’s table of modules ('' for a host without one).
 * @throws Error naming the module that is missing
 */
function findSiteModules(root: string) {
  const [table = ''] = globSync(`${hostSources(root)}/modules.tsx`, { cwd: root });
  const shared = readSiteDescription(root).package;
  const { exports } = readPackage(path.join(sharedFolder(root), 'package.json'));
  const subpaths = Object.keys(v.parse(record, exports));
  const findExport = (name: string, pattern: RegExp) => {
    const subpath = subpaths.find((each) => pattern.test(each));
    if (subpath !== undefined) return shared + subpath.slice(1);
    throw new Error(`${shared} exports no ${name}, which every new remote imports.`);
  };
  return {
    table,
    shared,
    provides: findExport('./provides', /\/provides$/),
    siteLinks: findExport('./links', /\/(?:site-)?links$/),
    stories: subpaths.find((each) => each === './stories/story') ?? '',
  };
}

/** The folder of the package that the apps of a site share. */
const sharedFolder = (root: string) => {
  const { package: name } = readSiteDescription(root);
  const isShared = (folder: string) =>
    readPackage(path.join(root, folder, 'package.json')).name === name;
  return path.join(root, workspaceFolders(root).find(isShared) ?? '.');
};

/**
 * Adds a row for the new remote to the source of the host's table.
 * @throws Error when the table already has the name, or when the end of its object is not found
 */
function addRow(content: string, { name, component, label, table }: NewRemote): string {
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

/** Finds the slots that the host's sources open for a remote: `slots: { 'header-end': ['*'] }`. */
function findOpenSlots(root: string, name: string): string[] {
  const sources = globSync(`${hostSources(root)}/*.{ts,tsx}`, { cwd: root, absolute: true });
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
 * Chooses the slot for a new remote.
 * @param slotOption the value of --slot
 * @returns undefined when no slot is open to the remote, so that it gets a row in the host's table
 * @throws UsageError when the slot of --slot is not open to the remote, or when several slots are and --slot is missing
 */
function chooseSlot(root: string, name: string, slotOption?: string): string | undefined {
  const openSlots = findOpenSlots(root, name);
  if (slotOption !== undefined && !openSlots.includes(slotOption)) {
    const advice =
      openSlots.length > 0
        ? `it opens ${openSlots.join(', ')}`
        : 'leave --slot out, and it gets a row in the host’s table';
    throw new UsageError(`The host opens no slot "${slotOption}" for ${name}: ${advice}.`);
  }
  if (slotOption === undefined && openSlots.length > 1) {
    const slots = openSlots.join(', ');
    throw new UsageError(`The host opens ${slots} for ${name}: say which by --slot.`);
  }
  return slotOption ?? openSlots[0];
}

const record = v.record(v.string(), v.unknown());
/** Validates the package.json of a new remote, since every later command would fail on an invalid one. */
const appPackage = v.looseObject({
  microFrontend: appSchema,
  dependencies: v.exactOptional(record),
  devDependencies: record,
  peerDependencies: record,
});

/** Adds the new workspace to a lockfile, as npm would. */
function addWorkspace(text: string, { folder }: NewRemote, manifest: string): string {
  const parsed = v.parse(appPackage, JSON.parse(manifest));
  const { dependencies, devDependencies, peerDependencies } = parsed;
  const allDependencies = {
    ...(dependencies && { dependencies }),
    devDependencies,
    peerDependencies,
  };
  const document = v.parse(record, JSON.parse(text));
  const packages = {
    ...v.parse(record, document['packages']),
    [folder]: { version: '1.0.0', ...allDependencies },
    [`node_modules/${folder}`]: { resolved: folder, link: true },
  };
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return `${JSON.stringify({ ...document, packages: Object.fromEntries(sorted) }, null, 2)}\n`;
}

/** @throws UsageError for a name that a remote cannot have */
export function parseRemoteName(name: string): string {
  const parsed = v.safeParse(appName, name);
  if (parsed.success && name !== 'host') return name;
  const reason = parsed.issues?.[0].message ?? 'must be another, since the host has it';
  throw new UsageError(
    `"${name}" cannot be the name of a remote: it ${reason}, such as "reviews".`,
  );
}

/** Creates the files of a remote in this repository, with CODEOWNERS and the lockfile but without the host's table. */
async function createWorkspaceFiles(root: string, remote: NewRemote) {
  if (existsSync(path.join(root, remote.folder))) {
    throw new Error(`${remote.folder} exists already: choose another name, or remove it.`);
  }
  const read = (file: string) => readFile(path.join(root, file), 'utf8');
  const { scripts } = readPackage(path.join(root, 'package.json'));
  const script = (name: string) =>
    v.parse(v.record(v.string(), v.string()), scripts)[name]?.replace(/^node /, 'node ../') ?? '';
  const hasPlatformSources = workspaceFolders(root).some((folder) => folder.endsWith('/build'));
  const files = fillRemoteTemplates({
    ...remote,
    dev: script('dev'),
    build: script('build'),
    tools: formatJson(
      Object.fromEntries(hasPlatformSources ? [findInstalledVersion('@composed/build')] : []),
    ),
  });
  const packageText = files.get('package.json') ?? '';
  const filesFromRoot = new Map<string, string>();
  for (const [file, content] of files) filesFromRoot.set(`${remote.folder}/${file}`, content);
  const ownerLine = `/${remote.folder}/ ${path.dirname(remote.shared)}/${remote.name}\n`;
  const otherLines = existsSync(path.join(root, codeOwners)) ? await read(codeOwners) : '';
  filesFromRoot.set(codeOwners, otherLines + ownerLine);
  if (existsSync(path.join(root, lockfile)))
    filesFromRoot.set(lockfile, addWorkspace(await read(lockfile), remote, packageText));
  return filesFromRoot;
}

/** A repository for only the new remote. */
interface OwnRepository {
  readonly folder: string;
  /** Packs the packages that the remote depends on. Undefined: a registry has them. */
  readonly pack?: () => Promise<readonly Readonly<Record<'name' | 'file', string>>[]>;
}

/** Creates the files of the remote's own repository. Its dependencies have the versions of this repository. */
async function createRepositoryFiles(
  root: string,
  remote: NewRemote,
  { folder, pack }: OwnRepository,
) {
  const tools = [...templatePackages.whole, ...templatePackages.remote].map(findInstalledVersion);
  const packages = listPlatformPackages('remote', folder, pack ? await pack() : []);
  const { stories } = remote;
  const values = {
    ...remote,
    version: readPackage(path.join(sharedFolder(root), 'package.json')).version,
    ...readCommonValues(root),
    dev: 'composed dev',
    build: 'composed build',
    storiesScript: stories === '' ? 'null' : '"composed stories"',
    storiesHint:
      stories === '' ? '' : 'npm run stories            # every component in every state\n',
    tools: '{}',
    devDependencies: formatJson(Object.fromEntries([...tools, ...packages])),
  };
  const files = fillRemoteTemplates(values, 'repository');
  v.parse(appPackage, JSON.parse(files.get('package.json') ?? ''));
  return files;
}

/**
 * Creates a remote, as a workspace of this repository or in a repository of its own. A section of the landing page gets
 * a slot that the host opens for it, or a row in the host's table.
 * @param root this repository
 * @param choices with `dryRun` nothing is written
 * @returns the files that are written, relative to the root
 * @throws Error that says why and what to do. No file is left behind.
 */
export async function addRemote(
  root: string,
  name: string,
  ownRepository?: OwnRepository,
  choices: RemoteOptions & { readonly dryRun?: boolean | undefined } = {},
): Promise<readonly string[]> {
  parseRemoteName(name);
  const isSection = choices.page === undefined && !choices.part;
  const slot = isSection ? chooseSlot(root, name, choices.slot) : undefined;
  const isInTable = isSection && slot === undefined;
  const remote = describeRemote(
    name,
    findFreeAppPort(root),
    { ...choices, slot },
    findSiteModules(root),
  );
  const { table } = remote;
  if (isInTable && table === '')
    throw new Error('The host opens no slot, and has no table of modules, a modules.tsx.');
  const files = new Map<string, string>();
  const tableText = isInTable ? await readFile(path.join(root, table), 'utf8') : '';
  if (isInTable) files.set(table, addRow(tableText, remote));
  if (choices.dryRun) {
    const names = ownRepository
      ? [...(await createRepositoryFiles(root, remote, { folder: ownRepository.folder })).keys()]
      : [...(await createWorkspaceFiles(root, remote)).keys()];
    return [...files.keys(), ...names.map((file) => path.join(ownRepository?.folder ?? '', file))];
  }
  // Written first, since packing includes it. If a later step fails, the old text is restored.
  await writeFiles(root, files);
  try {
    if (ownRepository) {
      const createFiles = () => createRepositoryFiles(root, remote, ownRepository);
      const names = await writeRepository(root, ownRepository.folder, createFiles);
      return [...files.keys(), ...names.map((file) => path.join(ownRepository.folder, file))];
    }
    const addedFiles = await createWorkspaceFiles(root, remote);
    await writeFiles(root, addedFiles);
    return [...files.keys(), ...addedFiles.keys()];
  } catch (error) {
    if (isInTable) await writeFiles(root, new Map([[table, tableText]]));
    throw error;
  }
}
