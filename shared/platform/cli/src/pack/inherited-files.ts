import { existsSync, readFileSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getRepositoryRoot, getSiteDescription } from '@composed/apps/this-repository';
import { resolvePackageFile, readPackage } from '@composed/apps/workspaces';
import * as v from 'valibot';

/* The files, versions and settings that a new repository takes from this repository or, outside it, from the packages. */

/** Returns the packages that a new repository depends on, for a remote or for another site. */
export function listNeededPackages(kind: 'remote' | 'site'): readonly string[] {
  if (kind === 'site') return ['@composed/build', '@composed/cli', '@composed/host'];
  const { package: sitePackage, backEnd = sitePackage } = getSiteDescription();
  return ['@composed/build', '@composed/cli', '@composed/contracts', sitePackage, backEnd];
}

/** The folder of templates for `new`. */
export const templatesFolder = path.join(import.meta.dirname, '../../templates');

/** The workflows, which need no changes for other apps, and npm's settings, which disable packages' install scripts. */
export const commonFiles = [
  '.npmrc',
  '.github/workflows/release.yml',
  '.github/workflows/release-app.yml',
];

/** The third-party packages that the templates use: for a new host, for any repository, for a site's, and for a remote's. */
export const templatePackages = {
  host: ['react', 'react-dom', 'react-router-dom'],
  whole: ['@testing-library/react', '@types/jest', '@types/react', '@types/react-dom', 'jest'],
  site: ['@playwright/test'],
  // webpack is named because loaders accept any version of it, so npm would install a newer one than builds use.
  remote: ['react', 'react-dom', 'typescript', 'webpack'],
};

const settings = v.object({
  browserslist: v.array(v.string()),
  // Later versions depend on cookie 2, which requires Node 22. Other overrides concern only this repository.
  overrides: v.object({ 'light-my-request': v.string() }),
  versions: v.optional(v.record(v.string(), v.string()), {}),
});
const packedSettings = path.join(templatesFolder, 'settings.json');

const readPacked = () => v.parse(settings, JSON.parse(readFileSync(packedSettings, 'utf8')));

/** Reads the settings of a repository or, where it has none, those that were packed with the templates. */
export function readPackageSettings(root: string) {
  const file = path.join(root, 'package.json');
  const ownSettings = v.safeParse(settings, existsSync(file) && readPackage(file));
  return ownSettings.success ? ownSettings.output : readPacked();
}

/** Adds the common files, settings and versions to the packed templates, for use outside this repository. */
export async function packCommonFiles(root: string, packed: string): Promise<void> {
  for (const file of commonFiles)
    await cp(path.join(root, file), path.join(packed, `templates/common/${file}.template`));
  const versions = Object.fromEntries(
    Object.values(templatePackages).flat().map(findInstalledVersion),
  );
  const text = JSON.stringify({ ...readPackageSettings(root), versions });
  await writeFile(path.join(packed, 'templates/settings.json'), text);
}

/** Returns a package with the version that is installed, or the one that was packed with the templates. */
export function findInstalledVersion(name: string): readonly [name: string, version: string] {
  try {
    const { package: sitePackage, backEnd } = getSiteDescription();
    const isSitePackage = name === sitePackage || name === backEnd;
    const from = isSitePackage ? getRepositoryRoot() : import.meta.dirname;
    return [name, readPackage(resolvePackageFile(from, name)).version];
  } catch (error) {
    if (!existsSync(packedSettings)) throw error;
    return [name, readPacked().versions[name] ?? '*'];
  }
}

/** Returns a package with a caret range of its installed version. */
export function findCaretRange(name: string): readonly [name: string, range: string] {
  return [name, `^${findInstalledVersion(name)[1]}`];
}
