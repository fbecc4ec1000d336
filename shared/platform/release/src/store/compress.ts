import { createHash } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { readIfThere, writeCache } from './folder-files';

export const encodings = ['br', 'gz'] as const;
export type Encoding = (typeof encodings)[number];

/** Matches names of files worth compressing. Pictures and fonts are compressed already. */
export const compressibleName = /\.(?:html|js|cjs|mjs|css|svg|json|webmanifest|txt|xml|map|ico)$/;
export const isCompressible = (name: string) => compressibleName.test(name);

/** The compression level: 'best' for the smallest result, 'fast' for the least time. */
type Level = 'best' | 'fast';

/** The most bytes per publish that are compressed at the best level, at some two seconds per million. */
const maxForBest = 4_000_000;

/** Returns the level for a number of bytes, which must be the same on every machine. */
export const chooseLevel = (bytes: number): Level => (bytes > maxForBest ? 'fast' : 'best');

const levels = { best: { br: 11, gz: 9 }, fast: { br: 5, gz: 6 } } as const;

const compressors = {
  br: (bytes: Buffer, level: number) => {
    const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
    const params = { [BROTLI_PARAM_QUALITY]: level, [BROTLI_PARAM_SIZE_HINT]: bytes.byteLength };
    return promisify(brotliCompress)(bytes, { params });
  },
  gz: (bytes: Buffer, level: number) => promisify(gzip)(bytes, { level }),
};
const decompressors = {
  br: promisify(brotliDecompress),
  gz: promisify<Uint8Array, { maxOutputLength: number }, Buffer>(gunzip),
};

export async function isCopyOf(bytes: Buffer, copy: Uint8Array, encoding: Encoding) {
  // A few compressed bytes can expand to gigabytes.
  const limit = { maxOutputLength: bytes.byteLength + 1 };
  const original = await decompressors[encoding](copy, limit).catch(() => null);
  return original?.equals(bytes) ?? false;
}

export type Compressor = (bytes: Buffer, encoding: Encoding, level: Level) => Promise<Buffer>;

const sizeOf = ({ byteLength }: Buffer) => byteLength + 200;

/**
 * Creates a compressor that caches copies of the best level in a folder, by their content. The folder may be deleted at
 * any time. A cached copy is checked before it is used.
 */
export function createCompressor(cacheFolder: string): Compressor {
  // The check of the budget compresses pages, which are compressed again when they are stored.
  const quickCopies = new LRUCache<string, Buffer>({
    maxSize: 48_000_000,
    sizeCalculation: sizeOf,
  });
  // The buffer of zlib's result has 16 KB, even for a short result, so the result is copied.
  const make = async (bytes: Buffer, encoding: Encoding, level: Level) =>
    Buffer.from(await compressors[encoding](bytes, levels[level][encoding]));
  return async (bytes, encoding, level) => {
    const name = createHash('sha256').update(bytes).digest('hex');
    if (level !== 'best') {
      const cachedCopy = encoding === 'br' ? quickCopies.get(name) : undefined;
      const copy = cachedCopy ?? (await make(bytes, encoding, level));
      if (encoding === 'br') quickCopies.set(name, copy);
      return copy;
    }
    const cacheFile = path.join(cacheFolder, `${name}.${encoding}`);
    const cachedCopy = await readIfThere(cacheFile);
    if (cachedCopy && (await isCopyOf(bytes, cachedCopy, encoding))) return cachedCopy;
    const copy = await make(bytes, encoding, level);
    await writeCache(cacheFile, copy);
    return copy;
  };
}

/** Returns the keys of the compressed copies that a served file has. */
export function listCopies(key: string) {
  const isServed = isCompressible(key) && !key.startsWith('releases/');
  return isServed ? encodings.map((encoding) => ({ encoding, key: `${key}.${encoding}` })) : [];
}

/** Returns the key of a file and the keys of its compressed copies. */
export function listWithCopies(key: string): string[] {
  return [key, ...listCopies(key).map((copy) => copy.key)];
}

/** Returns a file and its compressed copies, with their names. */
export async function makeCopies(
  compress: Compressor,
  name: string,
  bytes: Buffer,
  level: Level = 'best',
) {
  const copies = listCopies(name).map(
    async ({ encoding, key }) => [key, await compress(bytes, encoding, level)] as const,
  );
  return [[name, bytes] as const, ...(await Promise.all(copies))];
}
