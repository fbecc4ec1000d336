import { hash } from 'node:crypto';
import { composerVersion, type PlannedModule } from '@composed/contracts/composer';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { engineDigest } from '../sandbox/runner/engine-digest';

/**
 * Names the markup of modules by all that it follows from beside their release: what they are given, what they are
 * rendered with, and the engine. The time is not among it: what asks for that is not kept.
 */
export function markupName(host: ReleaseManifest, modules: readonly PlannedModule[]): string {
  const inputs = [engineDigest(), composerVersion, host.renderer?.integrity, modules];
  return hash('sha256', JSON.stringify(inputs)).slice(0, 32);
}
