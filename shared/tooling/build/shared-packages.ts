import path from 'node:path';
import { readSite } from './site';
import { packageFileFrom, readPackage, workspaceRoot } from './workspaces';

/** The root of the workspaces that a command is run in, or the folder of an app that lives alone. */
export const repositoryRoot = workspaceRoot(process.cwd());

/** The site whose apps a command builds. */
export const site = readSite(repositoryRoot);

/** Shared request → the exact version that the host of this source tree provides. */
export function providedVersions(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(site.shares).map(([request, name]) => {
      return [request, readPackage(packageFileFrom(repositoryRoot, name)).version];
    }),
  );
}

/**
 * Shared request → the semver range that a remote asks of the host, from its peerDependencies. What stands in its
 * dependencies it brings itself.
 * @throws Error when one stands in neither: a copy that nobody meant would show no toast, or break React
 */
export function requiredRanges(app: { readonly folder: string }): Record<string, string> {
  const file = path.join(repositoryRoot, app.folder, 'package.json');
  const { dependencies, peerDependencies } = readPackage(file);
  return Object.fromEntries(
    Object.entries(site.shares).flatMap(([request, name]) => {
      const range = peerDependencies[name];
      if (range) return [[request, range]];
      if (dependencies[name]) return [];
      throw new Error(
        `${file} must name "${name}" in peerDependencies, or in dependencies to bring its own.`,
      );
    }),
  );
}
