import { existsSync } from 'node:fs';
import path from 'node:path';
import { getRepositoryRoot, getSiteDescription } from './this-repository';
import { installedPackageFile, resolvePackageFile, readPackage } from './workspaces';

/** Returns shared request → the exact version that this checkout's host provides. */
export function readSharedVersions(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(getSiteDescription().shares).map(([request, name]) => {
      return [request, readPackage(resolvePackageFile(getRepositoryRoot(), name)).version];
    }),
  );
}

/**
 * Returns shared request → the semver range that a remote requires of the host, from its peerDependencies. A remote
 * bundles the packages in its dependencies (`findBroughtPackages`), and need not use the others.
 * @throws Error when neither field names the site's own package: a copy bundled by accident would have its own state,
 *   so its toasts would never show
 */
export function readRequiredRanges(app: { readonly folder: string }): Record<string, string> {
  const { package: sitePackage, shares } = getSiteDescription();
  const file = path.join(getRepositoryRoot(), app.folder, 'package.json');
  const { dependencies, peerDependencies } = readPackage(file);
  return Object.fromEntries(
    Object.entries(shares).flatMap(([request, name]) => {
      const range = peerDependencies[name];
      if (range) return [[request, range]];
      if (dependencies[name] || name !== sitePackage) return [];
      throw new Error(
        `${file} must name "${name}" in peerDependencies, or in dependencies to bring its own.`,
      );
    }),
  );
}

/**
 * Returns the packages that a remote brings to render without the host’s React: its dependencies, or none if it
 * requires the host’s React.
 * @param files the modules of its browser build, relative to the workspace root
 * @param findImporter returns the file that imports one of them
 * @returns name → version
 * @throws Error when the build contains a shared package that its dependencies do not name, bundled by accident, for
 *   example through `react-dom/server`
 */
export function findBroughtPackages(
  app: Readonly<Record<'name' | 'folder', string>>,
  files: readonly string[],
  findImporter: (file: string) => string,
): Record<string, string> {
  const home = path.join(getRepositoryRoot(), app.folder);
  const { dependencies, peerDependencies } = readPackage(path.join(home, 'package.json'));
  const { package: sitePackage, shares } = getSiteDescription();
  const sharedPackages = Object.values(shares).filter((name) => name !== sitePackage);
  const fileOf = (name: string) => files.find((file) => file.includes(`node_modules/${name}/`));
  const copiedPackage = sharedPackages.find((name) => !(name in dependencies) && fileOf(name));
  if (copiedPackage) {
    const file = fileOf(copiedPackage)?.replace(/^.*node_modules\//, '') ?? '';
    const requests = Object.keys(shares).filter((request) => shares[request] === copiedPackage);
    throw new Error(
      `The build of ${app.name} holds a copy of ${copiedPackage}: ${findImporter(file) || 'it'} imports ${file.replace(/\.[cm]?js$/, '')}. Hosts hand over ${requests.join(', ')}: import one of these with ${copiedPackage} in peerDependencies, or name ${copiedPackage} in dependencies to bring its own.`,
    );
  }
  if (sharedPackages.some((name) => name in peerDependencies)) return {};
  const versionOf = (name: string) => {
    const file = [home, getRepositoryRoot()]
      .map((from) => installedPackageFile(from, name))
      .find(existsSync);
    return file === undefined ? 'unknown' : readPackage(file).version;
  };
  return Object.fromEntries(Object.keys(dependencies).map((name) => [name, versionOf(name)]));
}
