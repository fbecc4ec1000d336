import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliDecompress, constants, createBrotliCompress } from 'node:zlib';
import * as v from 'valibot';

/** Bytes that a bundle may become: many times what any has. */
const limit = { maxOutputLength: 256 * 1024 * 1024 };

/** Key → `t` and the text, or `b` and base64 of what is no text. */
const contents = v.record(v.string(), v.string());

type Files = Iterable<readonly [key: string, bytes: Buffer]>;

/** The text of the object, file by file: all at once it is more than there is memory for. */
function* textOf(files: Files) {
  let before = '{';
  for (const [key, bytes] of files) {
    const text = bytes.toString('utf8');
    const isText = Buffer.from(text).equals(bytes);
    const kept = isText ? `t${text}` : `b${bytes.toString('base64')}`;
    yield `${before}${JSON.stringify(key)}:${JSON.stringify(kept)}`;
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

/** Files as one object. Its window reaches over all of them: pages repeat each other. */
export function pack(files: Files): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return buffer(Readable.from(textOf(files)).pipe(createBrotliCompress({ params })));
}

/** @throws Error when the bytes are not what `pack` made */
export async function unpack(bytes: Buffer): Promise<Map<string, Buffer>> {
  const text = (await promisify(brotliDecompress)(bytes, limit)).toString('utf8');
  const files = Object.entries(v.parse(contents, JSON.parse(text))).map(
    ([key, kept]) =>
      [key, Buffer.from(kept.slice(1), kept.startsWith('t') ? 'utf8' : 'base64')] as const,
  );
  return new Map(files);
}
