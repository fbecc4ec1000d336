import { existsSync, readFileSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot, siteDescription } from '@composed/apps/this-repository';
import { packageFileFrom, readPackage } from '@composed/apps/workspaces';
import * as v from 'valibot';

/* Files, versions and settings that a new repository takes over from the one that makes it, or from its packages. */

/** The packages that another repository begins with, for a remote or for another site. */
export const packagesFor = {
  remote: [
    '@composed/build',
    '@composed/cli',
    '@composed/contracts',
    siteDescription.package,
    siteDescription.backEnd ?? siteDescription.package,
  ],
  site: ['@composed/build', '@composed/cli', '@composed/host'],
} as const;

/** The folder of templates for `new`. */
export const templates = path.join(import.meta.dirname, '../../templates');

/** Workflows, which find the apps themselves, and what npm may do, which is to run no script of a package. */
export const commonFiles = [
  '.npmrc',
  '.github/workflows/release.yml',
  '.github/workflows/release-app.yml',
];

/** Used by the files that are written, beside the platform’s packages. */
export const used = {
  host: ['react', 'react-dom', 'react-router-dom'],
  whole: ['@testing-library/react', '@types/jest', '@types/react', '@types/react-dom', 'jest'],
  site: ['@playwright/test'],
  // A loader accepts any webpack, and npm would install a newer version than builds use.
  remote: ['react', 'react-dom', 'typescript', 'webpack'],
};

const settings = v.object({
  browserslist: v.array(v.string()),
  // Later versions bring cookie 2, which asks for Node 22. The other overrides are this repository’s own.
  overrides: v.object({ 'light-my-request': v.string() }),
  versions: v.optional(v.record(v.string(), v.string()), {}),
});
const packedSettings = path.join(templates, 'settings.json');

const readPacked = () => v.parse(settings, JSON.parse(readFileSync(packedSettings, 'utf8')));

/** Settings of a repository, or those that came with the packages. */
export function settingsOf(root: string) {
  const file = path.join(root, 'package.json');
  const ownSettings = v.safeParse(settings, existsSync(file) && readPackage(file));
  return ownSettings.success ? ownSettings.output : readPacked();
}

/** Puts beside packed templates what new repositories take over from this one, for where nothing is yet. */
export async function packCommon(root: string, packed: string): Promise<void> {
  for (const file of commonFiles)
    await cp(path.join(root, file), path.join(packed, `templates/common/${file}.template`));
  const versions = Object.fromEntries(Object.values(used).flat().map(versionOf));
  const text = JSON.stringify({ ...settingsOf(root), versions });
  await writeFile(path.join(packed, 'templates/settings.json'), text);
}

/** A package with the version that is installed here, or else the one that the templates were tried with. */
export function versionOf(name: string): readonly [name: string, version: string] {
  try {
    const isOfSite = name === siteDescription.package || name === siteDescription.backEnd;
    const from = isOfSite ? repositoryRoot : import.meta.dirname;
    return [name, readPackage(packageFileFrom(from, name)).version];
  } catch (error) {
    if (!existsSync(packedSettings)) throw error;
    return [name, readPacked().versions[name] ?? '*'];
  }
}

/** A package with the range that a registry is asked for. */
export function rangeOf(name: string): readonly [name: string, range: string] {
  return [name, `^${versionOf(name)[1]}`];
}
