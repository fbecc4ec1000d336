export interface IconImage {
  /** Width and height in pixels, at most 256. */
  readonly size: number;
  readonly png: Buffer;
}

const headerLength = 6;
const entryLength = 16;

/** An .ico file of PNG images, smallest first. Source: the ICONDIR structure of Windows. */
export function toIco(images: readonly IconImage[]): Buffer {
  const header = Buffer.alloc(headerLength + entryLength * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  images.forEach(({ size, png }, index) => {
    const entry = headerLength + entryLength * index;
    // 256 does not fit into a byte and is written as 0.
    header.writeUInt8(size % 256, entry);
    header.writeUInt8(size % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  });
  return Buffer.concat([header, ...images.map(({ png }) => png)]);
}
