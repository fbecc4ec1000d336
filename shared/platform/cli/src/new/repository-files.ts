import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  commonFiles,
  listNeededPackages,
  findCaretRange,
  readPackageSettings,
  templatesFolder,
} from '../pack/inherited-files';

/* The files that new remotes and new sites have in common. */

/** Formats a value for a field of a JSON document, with the indentation of a nested value. */
export const formatJson = (value: unknown) =>
  JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');

/** Returns fields of this repository's package.json, for the templates. */
export function readCommonValues(root: string) {
  const { browserslist, overrides } = readPackageSettings(root);
  return { browserslist: formatJson(browserslist), overrides: formatJson(overrides) };
}

/**
 * Reads the files of a folder of templates. In files that end in .template, `{{name}}` and other values are filled in.
 * @returns pairs of path and content
 */
export function fillTemplates(kind: string, values: Readonly<Record<string, string>>) {
  const folder = path.join(templatesFolder, kind);
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files.flatMap((each): [file: string, content: string | Buffer][] => {
    if (!each.isFile()) return [];
    const file = path.join(each.parentPath, each.name);
    const name = path.relative(folder, file);
    if (!name.endsWith('.template')) return [[name, readFileSync(file)]];
    const fillIn = (braces: string, key: string) => values[key] ?? braces;
    const text = readFileSync(file, 'utf8').replaceAll(/\{\{(\w+)\}\}/g, fillIn);
    return [[name.replace('.template', ''), text]];
  });
}

/**
 * Returns the platform’s packages for a package.json: as paths of tarballs, or as version ranges for a registry.
 * @param packed the packages that were packed into tarballs
 */
export const listPlatformPackages = (
  kind: 'remote' | 'site',
  folder: string,
  packed: readonly Readonly<Record<'name' | 'file', string>>[],
) => [
  ...listNeededPackages(kind).map(findCaretRange),
  ...packed.map(({ name, file }) => {
    return [name, `file:${path.relative(folder, file).split(path.sep).join('/')}`] as const;
  }),
];

/** @param files path, absolute or relative to the root → content */
export async function writeFiles(
  root: string,
  files: ReadonlyMap<string, string | Buffer>,
): Promise<void> {
  for (const [file, content] of files) {
    await mkdir(path.dirname(path.resolve(root, file)), { recursive: true });
    await writeFile(path.resolve(root, file), content);
  }
}

/**
 * Writes a new repository.
 * @param root this repository, from which it copies the common files
 * @param createFiles returns the other files: path → content
 * @returns the sorted paths
 * @throws Error when the folder is not empty, and errors of `createFiles`. No file is left behind.
 */
export async function writeRepository(
  root: string,
  folder: string,
  createFiles: () => Promise<ReadonlyMap<string, string | Buffer>>,
): Promise<readonly string[]> {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder} is not empty: name a folder that is new or empty.`);
  }
  try {
    const files = new Map([...fillTemplates('common', {}), ...(await createFiles())]);
    for (const file of commonFiles.filter((each) => existsSync(path.join(root, each))))
      files.set(file, await readFile(path.join(root, file)));
    await writeFiles(folder, files);
    return [...files.keys()].sort();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
