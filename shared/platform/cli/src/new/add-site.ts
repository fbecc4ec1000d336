import path from 'node:path';
import { UsageError } from '@composed/command/errors';
import type { PackedPackage } from '../pack/pack';
import { rangeOf, used, versionOf } from '../pack/inherited-files';
import { commonValues, filesOf, json, platformOf, writeRepository } from './repository-files';

/*
 * `npm run new -- --site <folder>`: another site, in a repository of its own, which needs only the platform's packages.
 * Its files are in ../../templates/site, where `{{name}}` and values derived from it are filled in.
 */

/** @throws UsageError when the folder's name cannot be that of a package */
function siteName(folder: string): string {
  const name = path.basename(path.resolve(folder));
  if (/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) return name;
  throw new UsageError(
    `"${name}" cannot be the name of a site: it must be lower-case letters, digits and hyphens, such as "bakery".`,
  );
}

/**
 * The values to fill into the templates.
 * @param packed the platform's packages, as tarballs inside of the folder
 */
function valuesOf(root: string, folder: string, packed: readonly PackedPackage[]) {
  const name = siteName(folder);
  // The package.json of the root names the tarball, so the host's takes any version.
  const ofHost = packed.length > 0 ? ['@composed/host', '*'] : rangeOf('@composed/host');
  const shared = `@${name}/shared`;
  return {
    name,
    shared,
    brand: name.replaceAll(/(?:^|-)(\w)/g, (_, first: string) => ` ${first.toUpperCase()}`).trim(),
    ...commonValues(root),
    devDependencies: json(
      Object.fromEntries([
        ...used.whole.map(versionOf),
        ...used.site.map(versionOf),
        ...platformOf('site', folder, packed),
      ]),
    ),
    hostDependencies: json(
      Object.fromEntries([ofHost, [shared, '1.0.0'], ...used.host.map(versionOf)]),
    ),
  };
}

/**
 * Writes another site: a host with its pages, one remote, brand and tokens, and the packages it is built with.
 * @param root the repository
 * @param folder new or empty; the site takes its name
 * @param pack packs the platform's packages into a folder
 * @returns the files that were made, from the folder
 * @throws Error that says why and what to do; no file is left behind
 */
export async function addSite(
  root: string,
  folder: string,
  pack: (into: string) => Promise<readonly PackedPackage[]>,
): Promise<readonly string[]> {
  siteName(folder);
  return writeRepository(root, folder, async () => {
    const packed = await pack(path.join(folder, 'packages'));
    return new Map(filesOf('site', valuesOf(root, folder, packed)));
  });
}
