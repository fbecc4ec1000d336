import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import { readIfThere } from './stores/folder-files';

export const encodings = ['br', 'gz'] as const;
export type Encoding = (typeof encodings)[number];

/** Names whose bytes are worth compressing; pictures and fonts already are. */
export function isText(name: string): boolean {
  return /\.(html|js|cjs|mjs|css|svg|json|webmanifest|txt|xml|map|ico)$/.test(name);
}

const pack: Record<Encoding, (bytes: Uint8Array) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
      },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};
const unpack: Record<Encoding, (bytes: Uint8Array) => Promise<Buffer>> = {
  br: promisify(brotliDecompress),
  gz: promisify(gunzip),
};

/** Whether `packed` is a compressed copy of `bytes`. */
export async function isCopyOf(
  bytes: Buffer,
  packed: Uint8Array,
  encoding: Encoding,
): Promise<boolean> {
  return unpack[encoding](packed).then(
    (unpacked) => unpacked.equals(bytes),
    () => false,
  );
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
    const aside = `${remembered}.${randomBytes(6).toString('hex')}`;
    await writeFile(aside, packed);
    await rename(aside, remembered);
    return packed;
  };
}
