import * as v from 'valibot';
import type { Workspace } from './source-tree';

const lockfile = v.object({
  packages: v.record(v.string(), v.object({ resolved: v.optional(v.string()) })),
});

const exactVersion = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/;

/**
 * What is installed is what was tested, from wherever it is installed: versions are exact and the
 * lockfile holds no address of a registry. Peer ranges stay ranges: they are a remote's contract.
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
  return [...inexact, ...addressed];
}
