import { existsSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot, siteDescription } from './this-repository';
import { installedFile, packageFileFrom, readPackage } from './workspaces';

/** Shared request → the exact version that the host of this source tree provides. */
export function sharedVersions(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(siteDescription.shares).map(([request, name]) => {
      return [request, readPackage(packageFileFrom(repositoryRoot, name)).version];
    }),
  );
}

/**
 * Shared request → the semver range that a remote requires of the host, from its peerDependencies. Packages in its
 * dependencies are its own, and it may leave the others out (`broughtPackages`).
 * @throws Error when it names the site's own package in neither: a copy bundled by accident would show no toast
 */
export function requiredRanges(app: { readonly folder: string }): Record<string, string> {
  const file = path.join(repositoryRoot, app.folder, 'package.json');
  const { dependencies, peerDependencies } = readPackage(file);
  return Object.fromEntries(
    Object.entries(siteDescription.shares).flatMap(([request, name]) => {
      const range = peerDependencies[name];
      if (range) return [[request, range]];
      if (dependencies[name] || name !== siteDescription.package) return [];
      throw new Error(
        `${file} must name "${name}" in peerDependencies, or in dependencies to bring its own.`,
      );
    }),
  );
}

/**
 * Packages that render an app in place of the host’s React: its dependencies, if it requires no React of the host; else
 * none.
 * @param files of its build for browsers, from the root of the workspaces
 * @param importerOf the file that imports one of them
 * @returns name → version
 * @throws Error where they contain a shared package that the app does not name: a copy by accident, such as by
 *   `react-dom/server`
 */
export function broughtPackages(
  app: Readonly<Record<'name' | 'folder', string>>,
  files: readonly string[],
  importerOf: (file: string) => string,
): Record<string, string> {
  const home = path.join(repositoryRoot, app.folder);
  const { dependencies, peerDependencies } = readPackage(path.join(home, 'package.json'));
  const handedOver = Object.values(siteDescription.shares).filter(
    (name) => name !== siteDescription.package,
  );
  const fileOf = (name: string) => files.find((file) => file.includes(`node_modules/${name}/`));
  const copied = handedOver.find((name) => !(name in dependencies) && fileOf(name));
  if (copied) {
    const file = fileOf(copied)?.replace(/^.*node_modules\//, '') ?? '';
    const shared = Object.keys(siteDescription.shares).filter(
      (request) => siteDescription.shares[request] === copied,
    );
    throw new Error(
      `The build of ${app.name} holds a copy of ${copied}: ${importerOf(file) || 'it'} imports ${file.replace(/\.[cm]?js$/, '')}. Hosts hand over ${shared.join(', ')}: import one of these with ${copied} in peerDependencies, or name ${copied} in dependencies to bring its own.`,
    );
  }
  if (handedOver.some((name) => name in peerDependencies)) return {};
  const versionOf = (name: string) => {
    const file = [home, repositoryRoot].map((from) => installedFile(from, name)).find(existsSync);
    return file === undefined ? 'unknown' : readPackage(file).version;
  };
  return Object.fromEntries(Object.keys(dependencies).map((name) => [name, versionOf(name)]));
}
