import * as v from 'valibot';
import type { Workspace } from './source-tree';

const lockfile = v.object({
  packages: v.record(
    v.string(),
    v.object({
      resolved: v.optional(v.string()),
      optionalDependencies: v.optional(v.record(v.string(), v.string()), {}),
    }),
  ),
});
type LockedPackages = v.InferOutput<typeof lockfile>['packages'];

const exactVersion = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/;

/**
 * What is installed is what was tested, wherever it is installed: versions are exact, the lockfile
 * holds no address of a registry, and it names the parts for every kind of machine (npm writes one
 * without those that it could not find, and `npm ci` then refuses it). Peer ranges stay ranges: they
 * are a remote's contract.
 * @param lockfileText content of package-lock.json
 * @returns one line per offence
 * @throws ValiError when the text is not a lockfile
 */
export function dependencyOffences(packages: readonly Workspace[], lockfileText: string): string[] {
  const inexact = packages.flatMap(({ folder, manifest }) =>
    Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    })
      .filter(([, version]) => !exactVersion.test(version))
      .map(([name, version]) => `${folder}/package.json: ${name} is ${version}, not one version`),
  );
  const { packages: locked } = v.parse(lockfile, JSON.parse(lockfileText));
  const addressed = Object.entries(locked)
    .filter(([, { resolved }]) => resolved !== undefined && /^[a-z+]+:/i.test(resolved))
    .map(([path, { resolved }]) => `package-lock.json: ${path} comes from ${resolved ?? ''}`);
  return [...inexact, ...addressed, ...missingParts(locked)];
}

function missingParts(locked: LockedPackages): string[] {
  return Object.entries(locked).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(locked, path, name))
      .map((name) => `package-lock.json: ${path} lacks its part ${name}`),
  );
}

/** Looks for a package as Node does: below the one that needs it, then beside it, then further up. */
function isLocked(locked: LockedPackages, from: string, name: string): boolean {
  if (from === '') return `node_modules/${name}` in locked;
  const parent = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')));
  return `${from}/node_modules/${name}` in locked || isLocked(locked, parent, name);
}
