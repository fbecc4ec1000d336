import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { digestOf } from '@composed/apps/integrity';
import { glob } from 'tinyglobby';
import * as v from 'valibot';

/** Hashes the files of a folder, for the prerelease part of a version. */
export async function digestFolder(folder: string): Promise<string> {
  const names = (await glob('**', { cwd: folder, dot: true })).sort();
  const reading = names.map(
    async (name) => [name, await readFile(path.join(folder, name))] as const,
  );
  // Begins with a letter, since a numeric part of a version must not begin with a zero (semver.org).
  return `x${digestOf(await Promise.all(reading)).slice(0, 12)}`;
}

/** Package → version → content. */
const versionsByName = v.record(v.string(), v.record(v.string(), v.string()));

/**
 * Reads packed-versions.json, which records the content hash of each version for a registry.
 * @returns a function that returns the recorded version of some content, or records the next patch version for it
 */
export async function openPackedVersions(root: string) {
  const file = path.join(root, 'packed-versions.json');
  const versions = v.parse(
    versionsByName,
    existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {},
  );
  return async (name: string, base: string, content: string): Promise<string> => {
    const contents = versions[name] ?? {};
    versions[name] = contents;
    const majorAndMinor = base.slice(0, base.lastIndexOf('.') + 1);
    const candidates = Object.keys(contents).filter((version) => version.startsWith(majorAndMinor));
    const match = candidates.find((version) => contents[version] === content);
    if (match !== undefined) return match;
    const patches = candidates.map((version) => Number(version.slice(majorAndMinor.length)));
    const version = patches.length === 0 ? base : `${majorAndMinor}${Math.max(...patches) + 1}`;
    contents[version] = content;
    await writeFile(file, `${JSON.stringify(versions, null, 2)}\n`);
    return version;
  };
}
