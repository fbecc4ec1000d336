import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import * as v from 'valibot';
import { jsonText } from '@composed/contracts/schemas';

const ranges = v.optional(v.record(v.string(), v.string()), {});

const packageDocument = v.looseObject({
  name: v.optional(v.string(), ''),
  /** The repository, in both forms that npm takes. */
  repository: v.optional(v.union([v.string(), v.object({ url: v.string() })])),
  version: v.optional(v.string(), '0.0.0'),
  /** Folders, or patterns of folders. */
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

/** The package.json of a package, as modules in `folder` would find it. */
export const packageFileFrom = (folder: string, name: string) =>
  createRequire(path.join(folder, 'package.json')).resolve(`${name}/package.json`);

/** The package.json of a package that a root names, where npm puts it: it may be missing. */
export const installedFile = (root: string, name: string) =>
  path.join(root, 'node_modules', name, 'package.json');

/** The folders of a package's workspaces, relative to it. */
export function workspaceFolders(root: string): string[] {
  const { workspaces } = readPackage(path.join(root, 'package.json'));
  const files = workspaces.map((pattern) => `${pattern.replace(/\/$/, '')}/package.json`);
  return globSync(files, { cwd: root }).map((file) => path.posix.dirname(file));
}

/** The folder where packages are installed: the nearest one with a package.json, or the workspace root above it. */
export function workspaceRoot(from: string): string {
  const hasPackage = (folder: string) => existsSync(path.join(folder, 'package.json'));
  const [ownFolder = from, ...outerFolders] = withParents(from).filter(hasPackage);
  const isOf = (root: string) =>
    workspaceFolders(root).includes(path.relative(root, ownFolder).split(path.sep).join('/'));
  return outerFolders.find(isOf) ?? ownFolder;
}

/** A folder and all that it is in, the nearest first. */
export function withParents(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...withParents(parent)];
}
