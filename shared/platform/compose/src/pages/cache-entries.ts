import { hash } from 'node:crypto';
import { groupBy } from '@composed/command/group-by';
import { composerVersion, renderedName, type PlannedModule } from '@composed/contracts/composer';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { engineDigest } from '../sandbox/runner/engine-digest';

/* Names of render cache entries. A store keeps markup under them. */

/**
 * Returns the name of a cache entry within its release. It is a hash of everything else that markup depends on: the
 * engine, the composer, the renderer, and the modules with their props. Markup that read the time is not cached.
 */
export function cacheEntryName(host: ReleaseManifest, modules: readonly PlannedModule[]): string {
  const inputs = [engineDigest(), composerVersion, host.renderer?.integrity, modules];
  return hash('sha256', JSON.stringify(inputs)).slice(0, 32);
}

/** Groups the modules of each cache entry: one entry per app for the modules of every page, and one per other module. */
export function groupByCacheEntry(modules: readonly PlannedModule[]) {
  return groupBy(modules, ({ app, id, key }) => (key === '' ? app : renderedName({ id, key })));
}
