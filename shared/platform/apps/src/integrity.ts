import { createHash } from 'node:crypto';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';

/** Returns the Subresource Integrity value of some bytes: `sha256-<base64>`. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
}

/** Hashes the names and contents of files, in the order given. */
export function digestOf(files: Iterable<readonly [name: string, bytes: Uint8Array]>): string {
  const hash = createHash('sha256');
  for (const [name, bytes] of files) hash.update(`${name}\0${bytes.length}\0`).update(bytes);
  return hash.digest('hex');
}

/** The fields of a manifest that its version is a hash of: all but when and from which commit it was built. */
export type ReleaseContent = Omit<ReleaseManifest, 'version' | 'builtAt' | 'commit'>;

/** Hashes a manifest's content to its version: 128 bits of SHA-256, so nobody can craft other content with it. */
export function versionOf(content: ReleaseContent): string {
  const hashedContent = { ...content, version: undefined, builtAt: undefined, commit: undefined };
  const sorted = Object.entries(hashedContent).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify(Object.fromEntries(sorted));
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
