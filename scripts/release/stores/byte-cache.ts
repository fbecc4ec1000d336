import { LRUCache } from 'lru-cache';

/** What an entry takes beside its bytes, so that many small ones are bounded too. */
const entryBytes = 200;

/** Keeps what was read last in memory, up to so many bytes; null stands for what is not there. */
export const byteCache = (most = 64 * 1024 * 1024) =>
  new LRUCache<string, { readonly bytes: Buffer | null }>({
    maxSize: most,
    sizeCalculation: ({ bytes }) => entryBytes + (bytes?.length ?? 0),
  });
