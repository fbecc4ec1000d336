import { existsSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { installedFile, readPackage, workspaceFolders } from './workspaces';

const siteDescription = v.strictObject({
  /** Names of what hosts offer to remotes. Keys, since TypeScript knows those of a JSON file. */
  provides: v.record(v.string(), v.literal(true, 'must be true')),
  /** Of the provides: compose refuses apps that were built for different ones. */
  providesVersion: v.pipe(v.number(), v.integer()),
  /** Packages that the host hands over to remotes at run time: request → the package that carries its version. */
  shares: v.record(v.string(), v.string()),
  /** First segments of addresses of services: a dev server hands them on. */
  services: v.array(v.pipe(v.string(), v.regex(/^\/[\w-]+$/, 'must be such as "/store"'))),
  /** The package that exports its services, as servers run them; a site of pages alone has none. */
  backEnd: v.optional(v.string()),
});

/** All that builds know of a site. */
export interface SiteDescription extends Readonly<v.InferOutput<typeof siteDescription>> {
  /** Of the package that its apps share. */
  readonly package: string;
}

const none = { package: '', provides: {}, providesVersion: 0, shares: {}, services: [] };

/** The package.json of every workspace, and of every package that the root names. */
function packageFiles(root: string): string[] {
  const { dependencies, devDependencies, peerDependencies } = readPackage(
    path.join(root, 'package.json'),
  );
  const own = workspaceFolders(root).map((folder) => path.join(root, folder, 'package.json'));
  const named = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies });
  return [...own, ...named.map((name) => installedFile(root, name)).filter(existsSync)];
}

/**
 * The description of a site by the package that its apps share, under "site" in its package.json.
 * @param root where packages are installed
 * @throws Error naming the file and the place when a site is described wrongly
 */
export function readSite(root: string): SiteDescription {
  if (!existsSync(path.join(root, 'package.json'))) return none;
  for (const file of packageFiles(root)) {
    const { name, site } = readPackage(file);
    if (site === undefined) continue;
    const parsed = v.safeParse(siteDescription, site);
    if (parsed.success) return { package: name, ...parsed.output };
    const [issue] = parsed.issues;
    throw new Error(`${file}: "site.${v.getDotPath(issue) ?? ''}" ${issue.message}.`);
  }
  return none;
}
