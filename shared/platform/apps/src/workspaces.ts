import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import * as v from 'valibot';
import { jsonText } from '@composed/contracts/schemas';

const ranges = v.optional(v.record(v.string(), v.string()), {});

const packageDocument = v.looseObject({
  name: v.optional(v.string(), ''),
  /** A URL, or an object with a URL: npm accepts both. */
  repository: v.optional(v.union([v.string(), v.object({ url: v.string() })])),
  version: v.optional(v.string(), '0.0.0'),
  /** Folders, or glob patterns of folders. */
  workspaces: v.optional(v.array(v.string()), []),
  dependencies: ranges,
  devDependencies: ranges,
  peerDependencies: ranges,
});

/** @throws Error naming the file when it cannot be read */
export function readPackage(file: string) {
  const parsed = v.safeParse(jsonText(packageDocument), readFileSync(file, 'utf8'));
  if (parsed.success) return parsed.output;
  throw new Error(`${file} cannot be read: ${v.summarize(parsed.issues)}`);
}

/** Returns the package.json of a package, resolved as an import from `folder` would be. */
export const resolvePackageFile = (folder: string, name: string) =>
  createRequire(path.join(folder, 'package.json')).resolve(`${name}/package.json`);

/** Returns the path where npm installs a package's package.json. The file may be missing. */
export const installedPackageFile = (root: string, name: string) =>
  path.join(root, 'node_modules', name, 'package.json');

/** Finds the workspace folders of a package, relative to it. */
export function workspaceFolders(root: string): string[] {
  const { workspaces } = readPackage(path.join(root, 'package.json'));
  const files = workspaces.map((pattern) => `${pattern.replace(/\/$/, '')}/package.json`);
  return globSync(files, { cwd: root }).map((file) => path.posix.dirname(file));
}

/**
 * Finds the folder where packages are installed: the workspace root around the nearest folder with a package.json, or
 * that folder where it is not a workspace.
 */
export function findWorkspaceRoot(from: string): string {
  const hasPackage = (folder: string) => existsSync(path.join(folder, 'package.json'));
  const [ownFolder = from, ...outerFolders] = withParents(from).filter(hasPackage);
  const hasWorkspace = (root: string) =>
    workspaceFolders(root).includes(path.relative(root, ownFolder).split(path.sep).join('/'));
  return outerFolders.find(hasWorkspace) ?? ownFolder;
}

/** Returns a folder and all its parents, the nearest first. */
export function withParents(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...withParents(parent)];
}
