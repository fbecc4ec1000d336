import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import * as v from 'valibot';

/** A source file as the checks see it. */
export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** A folder of the root that has a package.json. */
export interface Workspace {
  readonly folder: string;
  readonly manifest: Manifest;
}

const dependencies = v.optional(v.record(v.string(), v.string()), {});
const manifestSchema = v.object({
  name: v.string(),
  workspaces: v.optional(v.array(v.string()), []),
  dependencies,
  devDependencies: dependencies,
  optionalDependencies: dependencies,
  peerDependencies: dependencies,
});

/** The parts of a package.json that the checks read. */
export type Manifest = v.InferOutput<typeof manifestSchema>;

const sourceSuffix = /\.(?:[cm]?[jt]sx?|css)$/;
const isSkipped = (name: string): boolean =>
  name.startsWith('.') || name === 'node_modules' || name === 'dist';

/** @throws ValiError when the folder's package.json is not one */
export function readManifest(folder: string): Manifest {
  return v.parse(manifestSchema, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
}

/** Every folder of `root` with a package.json, whether or not the root's own names it. */
export function listWorkspaces(root: string): Workspace[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !isSkipped(entry.name))
    .filter((entry) => readdirSync(join(root, entry.name)).includes('package.json'))
    .map(({ name }) => ({ folder: name, manifest: readManifest(join(root, name)) }))
    .sort((a, b) => a.folder.localeCompare(b.folder));
}

/** Every script and style sheet below `folder`, but for installed and built ones. */
export function listSourceFiles(root: string, folder: string): SourceFile[] {
  const base = join(root, folder);
  return readdirSync(base, { withFileTypes: true }).flatMap((entry): SourceFile[] => {
    if (isSkipped(entry.name)) return [];
    const path = join(base, entry.name);
    if (entry.isDirectory()) return listSourceFiles(root, relative(root, path));
    if (!sourceSuffix.test(entry.name)) return [];
    return [{ path: relative(root, path).split(sep).join('/'), text: readFileSync(path, 'utf8') }];
  });
}
