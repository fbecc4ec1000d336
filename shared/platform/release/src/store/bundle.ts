import { Readable } from 'node:stream';
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib';
import * as v from 'valibot';
import { jsonText } from '@composed/contracts/schemas';

/** Bytes. The limit is many times the size of any bundle. */
const size = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(256 * 1024 * 1024));
/** The first line of the decompressed text: keys and sizes of the files, in the order of their bytes. */
const contents = jsonText(v.array(v.tuple([v.string(), size])));

/**
 * Writes files as one object: a line with the size of the decompressed text, and the compressed text. All files are
 * compressed together, since pages repeat each other.
 */
export async function writeBundle(files: Iterable<readonly [key: string, bytes: Buffer]>) {
  const entries = [...files];
  const line = JSON.stringify(entries.map(([key, { byteLength }]) => [key, byteLength]));
  const parts = [Buffer.from(`${line}\n`), ...entries.map(([, bytes]) => bytes)];
  const total = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const bundle = [Buffer.from(`${total}\n`)];
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  // The parts are streamed, since a text of all files might not fit into memory.
  const compressor = Readable.from(parts).pipe(createBrotliCompress({ params }));
  for await (const part of compressor as AsyncIterable<Buffer<ArrayBuffer>>) bundle.push(part);
  return Buffer.concat(bundle);
}

/** @throws Error if the bytes were not written by `writeBundle` */
export async function readBundle(bundle: Buffer): Promise<Map<string, Buffer>> {
  const start = bundle.indexOf('\n') + 1;
  const content = Buffer.alloc(v.parse(size, Number(bundle.toString('utf8', 0, start))));
  const decompressor = createBrotliDecompress({ chunkSize: 2 ** 18 });
  decompressor.end(bundle.subarray(start));
  let end = 0;
  for await (const part of decompressor as AsyncIterable<Buffer>) {
    end += part.byteLength;
    if (end > content.byteLength) break;
    part.copy(content, end - part.byteLength);
  }
  if (end !== content.byteLength) throw new Error('A bundle is damaged.');
  let position = content.indexOf('\n') + 1;
  const sizes = v.parse(contents, content.toString('utf8', 0, position));
  const files = new Map<string, Buffer>();
  for (const [key, bytes] of sizes) {
    files.set(key, content.subarray(position, position + bytes));
    position += bytes;
  }
  return files;
}
