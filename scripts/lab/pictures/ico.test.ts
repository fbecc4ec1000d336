import { toIco } from './ico';

test('an icon file lists each image with its size and its place', () => {
  const small = Buffer.from('small');
  const large = Buffer.from('a large one');
  const ico = toIco([
    { size: 16, png: small },
    { size: 256, png: large },
  ]);
  expect([...ico.subarray(0, 6)]).toEqual([0, 0, 1, 0, 2, 0]);
  const entries = [6, 22].map((at) => ({
    size: ico.readUInt8(at),
    length: ico.readUInt32LE(at + 8),
    offset: ico.readUInt32LE(at + 12),
  }));
  expect(entries.map(({ size }) => size)).toEqual([16, 0]);
  const [first, second] = entries.map(({ offset, length }) =>
    ico.subarray(offset, offset + length),
  );
  expect(first).toEqual(small);
  expect(second).toEqual(large);
});
