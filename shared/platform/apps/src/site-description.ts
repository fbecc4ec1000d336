import { existsSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { grantFields } from '@composed/contracts/outside-origins';
import { mustBeTrue } from '@composed/contracts/release-manifest';
import { english, languageFields, siteTexts } from '@composed/contracts/site-language';
import { fieldError, knownFields } from './known-fields';
import { installedPackageFile, readPackage, workspaceFolders } from './workspaces';
import { described, textLike } from '@composed/contracts/schemas';

/** The schema of "site" in the package.json of the package that a site's apps share. */
export const siteSchema = knownFields({
  ...languageFields,
  texts: described(
    'The platform’s texts for visitors, in the language of the site.',
    v.optional(knownFields(siteTexts.entries), {}),
  ),
  // An object rather than a list, since TypeScript infers the keys of an object in a JSON file as a type.
  provides: described(
    'The names of what hosts provide to remotes, each with the value true.',
    v.record(v.string(), mustBeTrue),
  ),
  providesVersion: described(
    'The version of the field "provides". Compose refuses apps that were built for different versions.',
    v.pipe(v.number(), v.integer()),
  ),
  shares: described(
    'The modules that the host shares with remotes at run time: request → the package with its version.',
    v.record(v.string(), v.string()),
  ),
  services: described(
    'The prefixes of the back end’s addresses. A dev server proxies them.',
    v.array(textLike(/^\/[\w-]+$/, 'must be such as "/store"')),
  ),
  outside: described(
    'The other origins that pages may use, by purpose, each with the apps that may ask for it.',
    v.optional(knownFields(grantFields)),
  ),
  trustedTypes: described(
    'Whether pages enforce Trusted Types, which stops most injected code. "off" allows libraries that create markup or scripts from strings.',
    v.optional(v.picklist(['enforce', 'off'], 'must be "enforce" or "off"')),
  ),
  backEnd: described(
    'The package that exports the back end’s services (siteServices). A site without it consists of pages only.',
    v.optional(v.string()),
  ),
});

export interface SiteDescription extends Readonly<v.InferOutput<typeof siteSchema>> {
  /** The name of the package that its apps share. */
  readonly package: string;
}

const noSite = {
  package: '',
  provides: {},
  providesVersion: 0,
  shares: {},
  services: [],
  texts: english.texts,
};

/** The package.json files of all workspaces, and of all installed packages that the root's package.json names. */
function packageFiles(root: string): string[] {
  const { dependencies, devDependencies, peerDependencies } = readPackage(
    path.join(root, 'package.json'),
  );
  const ownPackageFiles = workspaceFolders(root).map((folder) =>
    path.join(root, folder, 'package.json'),
  );
  const dependencyNames = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies });
  return [
    ...ownPackageFiles,
    ...dependencyNames.map((name) => installedPackageFile(root, name)).filter(existsSync),
  ];
}

/**
 * Reads the description of a site from the package that its apps share.
 * @param root the folder where packages are installed
 * @returns a description with an empty package name where no package describes a site
 * @throws Error naming the file and the field when the description is invalid
 */
export function readSiteDescription(root: string): SiteDescription {
  if (!existsSync(path.join(root, 'package.json'))) return noSite;
  for (const file of packageFiles(root)) {
    const { name, site } = readPackage(file);
    if (site === undefined) continue;
    const parsed = v.safeParse(siteSchema, site);
    if (parsed.success) return { package: name, ...parsed.output };
    throw fieldError(file, 'site', parsed.issues);
  }
  return noSite;
}
