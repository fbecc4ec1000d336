import path from 'node:path';
import { UsageError } from '@composed/command/errors';
import type { PackedPackage } from '../pack/pack-packages';
import { findCaretRange, templatePackages, findInstalledVersion } from '../pack/inherited-files';
import {
  readCommonValues,
  fillTemplates,
  formatJson,
  listPlatformPackages,
  writeRepository,
} from './repository-files';

/*
 * `npm run new -- --site <folder>`: writes another site into a repository of its own, which depends only on the
 * platform's packages. The templates of its files are in ../../templates/site.
 */

/** @throws UsageError when the folder's name is not a valid package name */
function siteName(folder: string): string {
  const name = path.basename(path.resolve(folder));
  if (/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) return name;
  throw new UsageError(
    `"${name}" cannot be the name of a site: it must be lower-case letters, digits and hyphens, such as "bakery".`,
  );
}

/**
 * Returns the values for the templates.
 * @param packed the platform's packages, as tarballs inside the folder
 */
function valuesOf(root: string, folder: string, packed: readonly PackedPackage[]) {
  const name = siteName(folder);
  // With tarballs, only the root's package.json names the tarball, so the host accepts any version.
  const hostPackage =
    packed.length > 0 ? ['@composed/host', '*'] : findCaretRange('@composed/host');
  const shared = `@${name}/shared`;
  return {
    name,
    shared,
    brand: name.replaceAll(/(?:^|-)(\w)/g, (_, first: string) => ` ${first.toUpperCase()}`).trim(),
    ...readCommonValues(root),
    devDependencies: formatJson(
      Object.fromEntries([
        ...templatePackages.whole.map(findInstalledVersion),
        ...templatePackages.site.map(findInstalledVersion),
        ...listPlatformPackages('site', folder, packed),
      ]),
    ),
    hostDependencies: formatJson(
      Object.fromEntries([
        hostPackage,
        [shared, '1.0.0'],
        ...templatePackages.host.map(findInstalledVersion),
      ]),
    ),
  };
}

/**
 * Writes another site: a host with pages, one remote, brand and design tokens, and the packages that build it.
 * @param root this repository
 * @param folder a new or empty folder, whose name becomes that of the site
 * @param pack packs the platform's packages into a folder
 * @returns the files that were written, relative to the folder
 * @throws Error that says why and what to do. No file is left behind.
 */
export async function addSite(
  root: string,
  folder: string,
  pack: (into: string) => Promise<readonly PackedPackage[]>,
): Promise<readonly string[]> {
  siteName(folder);
  return writeRepository(root, folder, async () => {
    const packed = await pack(path.join(folder, 'packages'));
    return new Map(fillTemplates('site', valuesOf(root, folder, packed)));
  });
}
