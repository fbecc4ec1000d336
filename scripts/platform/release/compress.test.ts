import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createBrotliCompress, createGzip } from 'node:zlib';
import { temporaryFolder } from '@composed/tooling/testing/temporary-folder';
import { createCompressor, isCopyOf, isText } from './compress';

let folder: string;

beforeEach(() => void (folder = temporaryFolder()));

const text = Buffer.from('Open your shop today. '.repeat(200));

test('what was compressed once is taken from the folder', async () => {
  const compress = createCompressor(folder);
  await compress(text, 'br');
  const [name = ''] = await readdir(folder);
  // Another valid copy of the same text: it can only come out of the folder.
  const { brotliCompressSync } = await import('node:zlib');
  const planted = brotliCompressSync(text, { params: { 1: 0 } });
  await writeFile(path.join(folder, name), planted);
  expect(await compress(text, 'br')).toEqual(planted);
});

test('a damaged copy in the folder is not used', async () => {
  const compress = createCompressor(folder);
  const packed = await compress(text, 'br');
  const [name = ''] = await readdir(folder);
  await writeFile(path.join(folder, name), 'damaged');
  expect(await compress(text, 'br')).toEqual(packed);
});

test.each(['br', 'gz'] as const)('what a copy in %s becomes is bounded', async (encoding) => {
  const mebibytes = 300;
  const mebibyte = Buffer.alloc(1024 * 1024);
  const packer = encoding === 'br' ? createBrotliCompress({ params: { 1: 1 } }) : createGzip();
  const zeros = Readable.from(Array.from({ length: mebibytes }, () => mebibyte));
  const packed = await buffer(zeros.pipe(packer));
  // Kibibytes, at most so far.
  const before = process.resourceUsage().maxRSS;
  expect(await isCopyOf(text, packed, encoding)).toBe(false);
  expect(process.resourceUsage().maxRSS - before).toBeLessThan((mebibytes * 1024) / 3);
});

test('pictures and fonts are not compressed again', () => {
  expect(['a.js', 'a.css', 'a.svg', 'index.html', 'robots.txt'].map(isText)).not.toContain(false);
  expect(['a.webp', 'a.png', 'a.woff2'].map(isText)).not.toContain(true);
});
