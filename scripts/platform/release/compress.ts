import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import writeFileAtomic from 'write-file-atomic';
import { readIfThere } from './stores/folder-files';
import type { Store } from './stores/store';

export const encodings = ['br', 'gz'] as const;
export type Encoding = (typeof encodings)[number];

/** Names whose bytes are worth compressing; pictures and fonts already are. */
export const textFile = /\.(?:html|js|cjs|mjs|css|svg|json|webmanifest|txt|xml|map|ico)$/;
export const isText = (name: string) => textFile.test(name);

const pack = {
  br: (bytes: Buffer) => {
    const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
    const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_SIZE_HINT]: bytes.byteLength };
    return promisify(brotliCompress)(bytes, { params });
  },
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};
const unpack = {
  br: promisify(brotliDecompress),
  gz: promisify<Uint8Array, { maxOutputLength: number }, Buffer>(gunzip),
};

/** Whether `packed` is a compressed copy of `bytes`. */
export async function isCopyOf(bytes: Buffer, packed: Uint8Array, encoding: Encoding) {
  // A few bytes may become gigabytes.
  const limit = { maxOutputLength: bytes.byteLength + 1 };
  const unpacked = await unpack[encoding](packed, limit).catch(() => null);
  return unpacked?.equals(bytes) ?? false;
}

export type Compressor = (bytes: Buffer, encoding: Encoding) => Promise<Buffer>;

/**
 * Compresses at the highest level and remembers the outcome by content in a folder that may be
 * deleted at any time, so that what did not change is not compressed again. What comes out of the
 * folder is checked before it is used.
 */
export function createCompressor(cacheFolder: string): Compressor {
  return async (bytes, encoding) => {
    const name = createHash('sha256').update(bytes).digest('hex');
    const remembered = path.join(cacheFolder, `${name}.${encoding}`);
    const known = await readIfThere(remembered);
    if (known && (await isCopyOf(bytes, known, encoding))) return known;
    const packed = await pack[encoding](bytes);
    await mkdir(cacheFolder, { recursive: true });
    await writeFileAtomic(remembered, packed, { fsync: false });
    return packed;
  };
}

/** The compressed copies of what is served. */
export function copiesOf(key: string) {
  const isServed = isText(key) && !key.startsWith('releases/');
  return isServed ? encodings.map((encoding) => ({ encoding, key: `${key}.${encoding}` })) : [];
}

/** The key of a file, and those of its compressed copies. */
export function withCopies(key: string): string[] {
  return [key, ...copiesOf(key).map((copy) => copy.key)];
}

/** A file and its compressed copies by their names. */
export async function makeCopies(compress: Compressor, name: string, bytes: Buffer) {
  const copies = copiesOf(name).map(
    async ({ encoding, key }) => [key, await compress(bytes, encoding)] as const,
  );
  return [[name, bytes] as const, ...(await Promise.all(copies))];
}

/** Stores a file and its compressed copies. */
export async function putWithCopies(
  { store, compress }: { readonly store: Store; readonly compress: Compressor },
  key: string,
  bytes: Buffer,
): Promise<void> {
  const files = await makeCopies(compress, key, bytes);
  await Promise.all(files.map(([name, content]) => store.putImmutable(name, content)));
}
