import { createHash } from 'node:crypto';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';

/** Subresource Integrity of some bytes: `sha256-<base64>`. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
}

/** A hash of files by their names and contents, in this order. */
export function digestOf(files: Iterable<readonly [name: string, bytes: Uint8Array]>): string {
  const hash = createHash('sha256');
  for (const [name, bytes] of files) hash.update(`${name}\0${bytes.length}\0`).update(bytes);
  return hash.digest('hex');
}

/** The content that a version is derived from: everything but where and when it was built. */
export type ReleaseContent = Omit<ReleaseManifest, 'version' | 'builtAt' | 'commit'>;

/** The version of some content, of 128 bits: the same on any machine, and nobody finds another content for it. */
export function versionOf(content: ReleaseContent): string {
  const hashedContent = { ...content, version: undefined, builtAt: undefined, commit: undefined };
  const sorted = Object.entries(hashedContent).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify(Object.fromEntries(sorted));
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
