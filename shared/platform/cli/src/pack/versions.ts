import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { digestOf } from '@composed/apps/integrity';
import { glob } from 'tinyglobby';
import * as v from 'valibot';

/** A hash of every file of a folder, in letters and digits that make a part of a version. */
export async function contentDigest(folder: string): Promise<string> {
  const names = (await glob('**', { cwd: folder, dot: true })).sort();
  const reading = names.map(
    async (name) => [name, await readFile(path.join(folder, name))] as const,
  );
  // A part of a version that is a number may not begin with a zero, so a letter does.
  return `x${digestOf(await Promise.all(reading)).slice(0, 12)}`;
}

/** Package → version → content. */
const versionsByName = v.record(v.string(), v.record(v.string(), v.string()));

/**
 * Versions for a registry, which takes each once. packed-versions.json keeps the content of each.
 * @returns a function that returns the version of a known content, or the next version after package.json's for a new one
 */
export async function versionsOf(root: string) {
  const file = path.join(root, 'packed-versions.json');
  const countedVersions = v.parse(
    versionsByName,
    existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {},
  );
  return async (name: string, base: string, content: string): Promise<string> => {
    const known = (countedVersions[name] ??= {});
    const line = base.slice(0, base.lastIndexOf('.') + 1);
    const mine = Object.keys(known).filter((version) => version.startsWith(line));
    const same = mine.find((version) => known[version] === content);
    if (same !== undefined) return same;
    const patches = mine.map((version) => Number(version.slice(line.length)));
    const version = patches.length === 0 ? base : `${line}${Math.max(...patches) + 1}`;
    known[version] = content;
    await writeFile(file, `${JSON.stringify(countedVersions, null, 2)}\n`);
    return version;
  };
}
