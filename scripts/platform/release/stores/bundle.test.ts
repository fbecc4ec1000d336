import { brotliCompressSync } from 'node:zlib';
import { writeBundle, readBundle } from './bundle';

test('a bundle gives back what was put into it, whatever its quotes and bytes', async () => {
  const files = new Map([
    ['a "quoted\\', Buffer.from('ends with \\')],
    ['', Buffer.from('"')],
    ['text', Buffer.from('{"a":"\\\\\\""}\n “€”')],
    ['bytes', Buffer.from([0xff, 0x22, 0x5c, 0])],
  ]);
  expect(await readBundle(await writeBundle(files))).toEqual(files);
  expect(await readBundle(await writeBundle([]))).toEqual(new Map());
});

test('a bundle that is cut off or another text is refused', async () => {
  const bundle = await writeBundle([['a', Buffer.from('b'.repeat(5000))]]);
  await expect(readBundle(bundle.subarray(0, -3))).rejects.toThrow();
  await expect(readBundle(brotliCompressSync('{"a":"tb"'))).rejects.toThrow('A bundle is damaged.');
});
