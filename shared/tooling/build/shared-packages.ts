import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import type { App } from './apps';

/** The workspace root. Everything the builds name is relative to it, so that any folder gives the same bytes. */
export const repositoryRoot = path.resolve(import.meta.dirname, '../../..');

/**
 * What host and remotes share at run time, by request, with the package that carries its version.
 * The host hands these over; in production a remote has no copy of its own.
 */
export const sharedRequests = {
  react: 'react',
  'react/jsx-runtime': 'react',
  'react-dom': 'react-dom',
  '@shopwright/shared/toasts': '@shopwright/shared',
  '@shopwright/shared/contracts/plans': '@shopwright/shared',
} as const;

const packageDocument = v.object({
  version: v.string(),
  peerDependencies: v.optional(v.record(v.string(), v.string()), {}),
});

/** @param folder of a package, relative to the workspace root */
function readPackage(folder: string) {
  const file = path.join(repositoryRoot, folder, 'package.json');
  return v.parse(packageDocument, JSON.parse(readFileSync(file, 'utf8')));
}

/** Shared request → the exact version that the host of this source tree provides. */
export function providedVersions(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sharedRequests).map(([request, name]) => {
      const { version } = readPackage(path.join('node_modules', name));
      return [request, version];
    }),
  );
}

/**
 * Shared request → the semver range that a remote asks of the host, from its peerDependencies.
 * @throws Error when the remote uses a shared package without declaring it
 */
export function requiredRanges(app: App): Record<string, string> {
  const { peerDependencies } = readPackage(app.folder);
  return Object.fromEntries(
    Object.entries(sharedRequests).map(([request, name]) => {
      const range = peerDependencies[name];
      if (!range)
        throw new Error(`${app.folder}/package.json must name "${name}" in peerDependencies.`);
      return [request, range];
    }),
  );
}
