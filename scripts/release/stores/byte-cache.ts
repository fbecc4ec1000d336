import { LRUCache } from 'lru-cache';

/** What an entry takes beside its bytes, so that many small ones are bounded too. */
const entryBytes = 200;

/** Keeps what was read last in memory, up to so many bytes. */
export const byteCache = <T extends object>(
  bytesOf: (kept: T) => number,
  most = 64 * 1024 * 1024,
) =>
  new LRUCache<string, T>({
    maxSize: most,
    sizeCalculation: (kept) => entryBytes + bytesOf(kept),
  });
