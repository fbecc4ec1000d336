import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliDecompress, constants, createBrotliCompress } from 'node:zlib';
import * as v from 'valibot';

/** Bytes that a bundle may become: many times what any has. */
const limit = { maxOutputLength: 256 * 1024 * 1024 };

/** A key, or what it holds: `t` and the text, or `b` and base64 of what is no text. */
const content = v.pipe(v.string(), v.parseJson(), v.string());

const backslash = 92;

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

/** The end of a JSON text in quotes. @throws Error where it has none */
function endOfText(json: Buffer, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let before = end;
    while (json[before - 1] === backslash) before -= 1;
    if ((end - before) % 2 === 0) return end + 1;
  }
  throw new Error('A bundle is damaged.');
}

/**
 * One by one: as one text they take a multiple of themselves.
 * @throws Error when the bytes are not what `pack` made
 */
export async function unpack(bytes: Buffer): Promise<Map<string, Buffer>> {
  const json = await promisify(brotliDecompress)(bytes, limit);
  const files = new Map<string, Buffer>();
  for (let start = json.indexOf('"'); start !== -1;) {
    const middle = endOfText(json, start);
    const end = endOfText(json, middle + 1);
    const read = (from: number, to: number) => v.parse(content, json.toString('utf8', from, to));
    const kept = read(middle + 1, end);
    const isText = kept.startsWith('t');
    files.set(read(start, middle), Buffer.from(kept.slice(1), isText ? 'utf8' : 'base64'));
    start = json.indexOf('"', end);
  }
  return files;
}
