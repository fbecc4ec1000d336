import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, createBrotliCompress, createGzip } from 'node:zlib';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { aFolderSite, aSiteFolder } from '@composed/testing/release/folder-site';
import { composeWith } from '@composed/testing/release/fake-compose';
import { createCompressor, isCopyOf } from './compress';

let folder: string;

beforeEach(() => void (folder = temporaryFolder()));

const text = Buffer.from('Open your shop today. '.repeat(200));

test('a compressed copy is cached in the folder, and replaced if it is damaged', async () => {
  const compress = createCompressor(folder);
  const copy = await compress(text, 'br', 'best');
  const [name = ''] = await readdir(folder);
  // Another valid copy of the same text, which can only come out of the folder.
  const planted = brotliCompressSync(text, { params: { 1: 0 } });
  await writeFile(path.join(folder, name), planted);
  expect(await compress(text, 'br', 'best')).toEqual(planted);
  await writeFile(path.join(folder, name), 'damaged');
  expect(await compress(text, 'br', 'best')).toEqual(copy);
});

test('a page that the budget check compressed is not compressed again', async () => {
  const compress = createCompressor(folder);
  const page = Buffer.from('page '.repeat(100));
  const first = await compress(page, 'br', 'fast');
  expect(await compress(Buffer.from(page), 'br', 'fast')).toBe(first);
  expect(await compress(Buffer.from('other'), 'br', 'fast')).not.toEqual(first);
});

test.each(['br', 'gz'] as const)(
  'the decompressed size of a %s copy is limited',
  async (encoding) => {
    const mebibytes = 300;
    const mebibyte = Buffer.alloc(1024 * 1024);
    const compressor =
      encoding === 'br' ? createBrotliCompress({ params: { 1: 1 } }) : createGzip();
    const zeros = Readable.from(Array.from({ length: mebibytes }, () => mebibyte));
    const copy = await buffer(zeros.pipe(compressor));
    // The largest memory so far, in kibibytes.
    const before = process.resourceUsage().maxRSS;
    expect(await isCopyOf(text, copy, encoding)).toBe(false);
    expect(process.resourceUsage().maxRSS - before).toBeLessThan((mebibytes * 1024) / 3);
  },
);

test('a fresh checkout compresses only files that the store lacks', async () => {
  const first = aFolderSite({
    compose: composeWith((pages) => {
      for (const name of ['robots.txt', 'sitemap.xml'])
        pages.set(name, Buffer.from(name.repeat(20)));
    }),
  });
  await first.publishAll();
  const { compose } = first.tool;
  const compressions = async (app: string, source: string) => {
    const cache = aSiteFolder();
    const site = first.again({ compose, compress: createCompressor(cache) });
    await site.publish(app, source);
    return (await readdir(cache)).length;
  };
  // Two copies each of the script, which is new, and of the two pages that name it: the other files are as they were.
  expect(await compressions('pricing', 'v2')).toBe(2 * 3);
  // Every page names its host, so all pages are new.
  expect(await compressions('host', 'v2')).toBe(2 * 5);
});
