import { createHash } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { readIfThere, writeCache } from './folder-files';

export const encodings = ['br', 'gz'] as const;
export type Encoding = (typeof encodings)[number];

/** Names whose bytes are worth compressing; pictures and fonts already are. */
export const textFile = /\.(?:html|js|cjs|mjs|css|svg|json|webmanifest|txt|xml|map|ico)$/;
export const isText = (name: string) => textFile.test(name);

/** The compression level: the smallest copy, or one that is made soon. */
type Level = 'best' | 'fast';

/** The most bytes that one publish compresses at the best level, which takes some two seconds for each million. */
const maxForBest = 4_000_000;

/** The level for so many bytes, which is the same on every machine. */
export const levelFor = (bytes: number): Level => (bytes > maxForBest ? 'fast' : 'best');

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

/** Whether `copy` is a compressed copy of `bytes`. */
export async function isCopyOf(bytes: Buffer, copy: Uint8Array, encoding: Encoding) {
  // A few compressed bytes may become gigabytes.
  const limit = { maxOutputLength: bytes.byteLength + 1 };
  const original = await decompressors[encoding](copy, limit).catch(() => null);
  return original?.equals(bytes) ?? false;
}

export type Compressor = (bytes: Buffer, encoding: Encoding, level: Level) => Promise<Buffer>;

const sizeOf = ({ byteLength }: Buffer) => byteLength + 200;

/**
 * Compresses, and keeps the best copies in a folder, by their content. The folder may be deleted at any
 * time; a copy in it is checked before it is used.
 */
export function createCompressor(cacheFolder: string): Compressor {
  // Copies of many pages, which the check of the budget makes and storing uses.
  const quickCopies = new LRUCache<string, Buffer>({
    maxSize: 48_000_000,
    sizeCalculation: sizeOf,
  });
  // Copied, since the buffer of zlib holds 16 KB, however short the result is.
  const make = async (bytes: Buffer, encoding: Encoding, level: Level) =>
    Buffer.from(await compressors[encoding](bytes, levels[level][encoding]));
  return async (bytes, encoding, level) => {
    const name = createHash('sha256').update(bytes).digest('hex');
    if (level !== 'best') {
      const keptCopy = encoding === 'br' ? quickCopies.get(name) : undefined;
      const copy = keptCopy ?? (await make(bytes, encoding, level));
      if (encoding === 'br') quickCopies.set(name, copy);
      return copy;
    }
    const cacheFile = path.join(cacheFolder, `${name}.${encoding}`);
    const keptCopy = await readIfThere(cacheFile);
    if (keptCopy && (await isCopyOf(bytes, keptCopy, encoding))) return keptCopy;
    const copy = await make(bytes, encoding, level);
    await writeCache(cacheFile, copy);
    return copy;
  };
}

/** The compressed copies of a served file. */
export function copiesOf(key: string) {
  const isServed = isText(key) && !key.startsWith('releases/');
  return isServed ? encodings.map((encoding) => ({ encoding, key: `${key}.${encoding}` })) : [];
}

/** The key of a file, and those of its compressed copies. */
export function withCopies(key: string): string[] {
  return [key, ...copiesOf(key).map((copy) => copy.key)];
}

/** A file and its compressed copies by their names. */
export async function makeCopies(
  compress: Compressor,
  name: string,
  bytes: Buffer,
  level: Level = 'best',
) {
  const copies = copiesOf(name).map(
    async ({ encoding, key }) => [key, await compress(bytes, encoding, level)] as const,
  );
  return [[name, bytes] as const, ...(await Promise.all(copies))];
}
