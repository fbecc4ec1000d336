import { existsSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { grantFields } from '@composed/contracts/outside';
import { mustBeTrue } from '@composed/contracts/release-manifest';
import { english, languageFields, siteTexts } from '@composed/contracts/site-language';
import { knownFields, wrongField } from './known-fields';
import { installedFile, readPackage, workspaceFolders } from './workspaces';
import { described, textLike } from '@composed/contracts/schemas';

export const siteSchema = knownFields({
  ...languageFields,
  texts: described(
    'What the platform says to visitors, in the language of the site.',
    v.optional(knownFields(siteTexts.entries), {}),
  ),
  // Keys of an object, and no list: TypeScript infers the keys of a JSON file as a type.
  provides: described(
    'Names of what hosts provide to remotes, each with true.',
    v.record(v.string(), mustBeTrue),
  ),
  providesVersion: described(
    'Of the provides: compose refuses apps that were built for different ones.',
    v.pipe(v.number(), v.integer()),
  ),
  shares: described(
    'What the host hands over to remotes at run time: request → the package that carries its version.',
    v.record(v.string(), v.string()),
  ),
  services: described(
    'What addresses of services begin with: a dev server hands them on.',
    v.array(textLike(/^\/[\w-]+$/, 'must be such as "/store"')),
  ),
  outside: described(
    'Origins of others that pages may use, by what for: each with the apps that may ask for it.',
    v.optional(knownFields(grantFields)),
  ),
  trustedTypes: described(
    'Whether browsers refuse to make markup and scripts of plain text, which stops most injected code; "off" lets in libraries that do so.',
    v.optional(v.picklist(['enforce', 'off'], 'must be "enforce" or "off"')),
  ),
  backEnd: described(
    'The package that exports its services (siteServices); absent: pages alone.',
    v.optional(v.string()),
  ),
});

/** All that builds know of a site. */
export interface SiteDescription extends Readonly<v.InferOutput<typeof siteSchema>> {
  /** The name of the package that its apps share. */
  readonly package: string;
}

const none = {
  package: '',
  provides: {},
  providesVersion: 0,
  shares: {},
  services: [],
  texts: english.texts,
};

/** The package.json of every workspace, and of every package that the root names. */
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
    ...dependencyNames.map((name) => installedFile(root, name)).filter(existsSync),
  ];
}

/**
 * The description of a site by the package that its apps share, under "site" in its package.json.
 * @param root where packages are installed
 * @throws Error naming the file and the field when a site is described wrongly
 */
export function readSite(root: string): SiteDescription {
  if (!existsSync(path.join(root, 'package.json'))) return none;
  for (const file of packageFiles(root)) {
    const { name, site } = readPackage(file);
    if (site === undefined) continue;
    const parsed = v.safeParse(siteSchema, site);
    if (parsed.success) return { package: name, ...parsed.output };
    throw wrongField(file, 'site', parsed.issues);
  }
  return none;
}
