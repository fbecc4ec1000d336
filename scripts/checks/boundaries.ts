import { posix } from 'node:path';
import type { App } from 'shared/build/apps';
import type { ImportSite } from './imports';
import type { Workspace } from './source-tree';

/** A file and what it imports. */
export interface ImportingFile {
  readonly path: string;
  readonly imports: readonly ImportSite[];
}

/** What a workspace may import besides itself, by its kind. A new remote is guarded by its name. */
const kinds: readonly { readonly folder: RegExp; readonly mayImport: readonly string[] }[] = [
  { folder: /^shared$/, mayImport: [] },
  { folder: /^scripts$/, mayImport: ['shared'] },
  { folder: /^host$/, mayImport: ['shared'] },
  { folder: /^remote-[a-z0-9-]+$/, mayImport: ['shared'] },
];

/** Parts of shared that no browser may load, and who may import them. */
const guardedParts: readonly { readonly part: string; readonly importer: RegExp }[] = [
  {
    part: 'shared/build',
    importer: /^(?:scripts|shared\/tooling)\/|\/webpack\.config\.[cm]?[jt]s$/,
  },
  {
    part: 'shared/tooling',
    importer: /^(?:scripts|shared\/tooling)\/|\.test\.tsx?$|\/webpack\.config/,
  },
  { part: 'shared/testing', importer: /^(?:scripts|shared\/tooling)\/|\.test\.tsx?$/ },
];

/**
 * The rule between the workspaces: host → shared, remote-* → shared, scripts → shared.
 * @returns one line per offence, beginning with the offending path; none when all is well
 */
export function boundaryOffences(
  workspaces: readonly Workspace[],
  files: readonly ImportingFile[],
): string[] {
  const names = workspaces.map(({ manifest }) => manifest.name);
  return [
    ...workspaces.flatMap((workspace) => workspaceOffences(workspace, names)),
    ...files.flatMap(({ path, imports }) =>
      imports.flatMap(({ specifier, line }) => {
        const reason = importOffence(path, specifier, names);
        return reason ? [`${path}:${line} imports ${specifier}: ${reason}`] : [];
      }),
    ),
  ];
}

/** The app table and the folders of the apps name the same apps, and npm knows every workspace. */
export function appTableOffences(
  apps: readonly Pick<App, 'folder'>[],
  workspaces: readonly Workspace[],
  npmWorkspaces: readonly string[],
): string[] {
  const folders = workspaces.map(({ folder }) => folder);
  const appFolders = folders.filter((folder) => /^(?:host$|remote-)/.test(folder));
  const tabled = apps.map(({ folder }) => folder);
  return [
    ...missing(appFolders, tabled).map(
      (name) => `${name}: not in the table of shared/build/apps.ts`,
    ),
    ...missing(tabled, folders).map((name) => `shared/build/apps.ts: there is no folder ${name}`),
    ...missing(folders, npmWorkspaces).map((name) => `package.json: workspaces lacks ${name}`),
    ...missing(npmWorkspaces, folders).map((name) => `package.json: there is no workspace ${name}`),
  ];
}

const missing = (wanted: readonly string[], present: readonly string[]): string[] =>
  wanted.filter((name) => !present.includes(name));

const allowedFrom = (folder: string): readonly string[] | undefined =>
  kinds.find((kind) => kind.folder.test(folder))?.mayImport;

function workspaceOffences({ folder, manifest }: Workspace, names: readonly string[]): string[] {
  const allowed = allowedFrom(folder);
  if (!allowed) return [`${folder}/: a workspace is host, remote-<name>, shared or scripts`];
  const { name, dependencies, devDependencies, optionalDependencies, peerDependencies } = manifest;
  const needs = Object.keys({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
    ...peerDependencies,
  });
  return [
    ...(name === folder ? [] : [`${folder}/package.json: its name is ${name}, not ${folder}`]),
    ...needs
      .filter((need) => names.includes(need) && !allowed.includes(need))
      .map((need) => `${folder}/package.json depends on ${need}: ${edgeRule(folder, allowed)}`),
  ];
}

function importOffence(path: string, specifier: string, names: readonly string[]): string | null {
  const folder = folderOf(path);
  const target = targetOf(path, specifier);
  if (target === null) return 'an absolute path holds on one machine only';
  if (specifier.startsWith('.')) {
    if (folderOf(target) !== folder) return 'a relative import must not leave its workspace';
  } else if (names.includes(folderOf(target)) && folderOf(target) !== folder) {
    const allowed = allowedFrom(folder) ?? [];
    if (!allowed.includes(folderOf(target))) return edgeRule(folder, allowed);
  }
  const guard = guardedParts.find(({ part }) => target === part || target.startsWith(`${part}/`));
  return guard && !guard.importer.test(path) ? `${guard.part} must not reach a browser` : null;
}

/** A path from the root for a relative import, the specifier itself for a package, else null. */
function targetOf(path: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  return /^(?:\/|file:|[A-Za-z]:[\\/])/.test(specifier) && !path.endsWith('.css')
    ? null
    : specifier;
}

const folderOf = (path: string): string => path.split('/')[0] ?? '';

const edgeRule = (folder: string, allowed: readonly string[]): string =>
  `${folder} may import ${allowed.length > 0 ? allowed.join(', ') : 'no other workspace'}`;
