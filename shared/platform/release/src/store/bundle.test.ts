import { writeBundle, readBundle } from './bundle';

test('a bundle returns the files that were put into it', async () => {
  const files = new Map([
    ['a "quoted\\', Buffer.from('ends with \\')],
    ['', Buffer.from('')],
    ['text', Buffer.from('\n “€”')],
    ['bytes', Buffer.from([0xff, 0x22, 0x5c, 0])],
  ]);
  expect(await readBundle(await writeBundle(files))).toEqual(files);
  expect(await readBundle(await writeBundle([]))).toEqual(new Map());
});

test('a truncated bundle, or one with trailing bytes, is refused', async () => {
  const bundle = await writeBundle([['a', Buffer.from('b'.repeat(5000))]]);
  await expect(readBundle(bundle.subarray(0, -3))).rejects.toThrow();
  for (const size of ['4', '50000']) {
    const other = Buffer.from(bundle.toString('latin1').replace(/^\d+/, size), 'latin1');
    await expect(readBundle(other)).rejects.toThrow('A bundle is damaged.');
  }
});
