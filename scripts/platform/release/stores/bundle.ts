import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib';
import * as v from 'valibot';

/** Bytes that a bundle may become: many times what any has. */
const mostBytes = 256 * 1024 * 1024;

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
export function writeBundle(files: Files): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return buffer(Readable.from(textOf(files)).pipe(createBrotliCompress({ params })));
}

/** The end of a JSON text in quotes; -1 where it has none yet. */
function endOfText(json: Buffer, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let before = end;
    while (json[before - 1] === backslash) before -= 1;
    if ((end - before) % 2 === 0) return end + 1;
  }
  return -1;
}

/** The texts in quotes of a JSON text, one by one: as one they take a multiple of themselves. */
async function* textsIn(parts: AsyncIterable<Buffer>) {
  let rest = Buffer.alloc(0);
  let total = 0;
  for await (const part of parts) {
    total += part.byteLength;
    if (total > mostBytes) break;
    rest = Buffer.concat([rest, part]);
    let done = 0;
    for (let start = rest.indexOf('"'); start !== -1; start = rest.indexOf('"', done)) {
      const end = endOfText(rest, start);
      if (end === -1) break;
      yield v.parse(content, rest.toString('utf8', start, end));
      done = end;
    }
    rest = rest.subarray(done);
  }
  if (rest.toString() !== '}' && total > 2) throw new Error('A bundle is damaged.');
}

/** @throws Error when the bytes are not what `writeBundle` made */
export async function readBundle(bytes: Buffer): Promise<Map<string, Buffer>> {
  const json = createBrotliDecompress({ chunkSize: 2 ** 18 });
  json.end(bytes);
  const files = new Map<string, Buffer>();
  let key: string | null = null;
  for await (const text of textsIn(json)) {
    if (key === null) key = text;
    else {
      const isText = text.startsWith('t');
      files.set(key, Buffer.from(text.slice(1), isText ? 'utf8' : 'base64'));
      key = null;
    }
  }
  return files;
}
