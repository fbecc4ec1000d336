import { createHash } from 'node:crypto';
import type { ReleaseManifest } from '@shopwright/shared/contracts/release-manifest';

/** Subresource Integrity of some bytes: `sha384-<base64>`. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}

/** What a version says: everything but where and when the same content was built. */
export type ReleaseContent = Omit<ReleaseManifest, 'version' | 'builtAt' | 'revision'>;

/**
 * The version of some content: the same content has the same one, on any machine, in whatever order its newer
 * fields come. The older ones keep the order that the versions of old releases were made with.
 */
export function versionOf(content: ReleaseContent): string {
  const { app, contract, entry, files, server, exposes, calls, shared, ...newer } = {
    ...content,
    version: undefined,
    builtAt: undefined,
    revision: undefined,
  };
  const known = { app, contract, entry, files, server, exposes, calls, shared };
  const sorted = Object.entries(newer).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify({ ...known, ...Object.fromEntries(sorted) });
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
