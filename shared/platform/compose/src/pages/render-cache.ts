import { hash } from 'node:crypto';
import { groupBy } from '@composed/command/group-by';
import { composerVersion, renderedName, type PlannedModule } from '@composed/contracts/composer';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { engineDigest } from '../sandbox/runner/engine-digest';

/* How markup is cached: `compose.ts` looks entries up by their names, and a store keeps them. */

/**
 * The name of an entry within its release: a hash of everything else that markup depends on, which is the engine, the
 * composer and the modules with their props. Markup that read the clock is not cached.
 */
export function cacheName(host: ReleaseManifest, modules: readonly PlannedModule[]): string {
  const inputs = [engineDigest(), composerVersion, host.renderer?.integrity, modules];
  return hash('sha256', JSON.stringify(inputs)).slice(0, 32);
}

/** The modules of each entry: all of an app that are the same on every page, or one of the others. */
export function cacheEntries(modules: readonly PlannedModule[]) {
  return groupBy(modules, ({ app, id, key }) => (key === '' ? app : renderedName({ id, key })));
}
