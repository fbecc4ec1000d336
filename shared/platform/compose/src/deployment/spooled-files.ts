import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';

/** Bytes, enough for the pages of most sites. */
const maxInMemory = 16_000_000;

/** Closes the file of a SpooledFiles that has been garbage collected. */
const fileCloser = new FinalizationRegistry(closeSync);

/** Makes V8 collect garbage once the heap has grown by 30 %. By default V8 lets it grow up to fourfold. */
export const collectGarbageSooner = () => setFlagsFromString('--heap-growing-percent=30');

interface Range {
  readonly start: number;
  readonly length: number;
}

/** A map of files by name. It keeps them in memory up to a limit, and the rest in an unnamed file on the disk. */
export class SpooledFiles implements ReadonlyMap<string, Buffer> {
  private readonly contents = new Map<string, Buffer | Range>();
  private file: number | undefined;
  private totalSize = 0;
  private end = 0;

  get size() {
    return this.contents.size;
  }

  set(name: string, bytes: Buffer): void {
    const { byteLength: length } = bytes;
    this.totalSize += length;
    if (this.totalSize <= maxInMemory) {
      this.contents.set(name, bytes);
      return;
    }
    this.file ??= this.open();
    const range = { start: this.end, length };
    for (let written = 0; written < length;)
      written += writeSync(this.file, bytes, written, length - written, range.start + written);
    this.end += length;
    this.contents.set(name, range);
  }

  private open(): number {
    const folder = mkdtempSync(path.join(tmpdir(), 'composed-'));
    const file = openSync(path.join(folder, 'files'), 'wx+', 0o600);
    rmSync(folder, { recursive: true });
    fileCloser.register(this, file);
    collectGarbageSooner();
    return file;
  }

  get(name: string): Buffer | undefined {
    const content = this.contents.get(name);
    if (content === undefined || Buffer.isBuffer(content)) return content;
    const { start, length } = content;
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let done = 0; done < length;) {
      const count = readSync(this.file ?? -1, bytes, done, length - done, start + done);
      if (count === 0) throw new Error(`${name} is no longer on the disk.`);
      done += count;
    }
    return bytes;
  }

  has(name: string): boolean {
    return this.contents.has(name);
  }

  keys() {
    return this.contents.keys();
  }

  *entries(): MapIterator<[string, Buffer]> {
    for (const name of this.keys()) yield [name, this.get(name) ?? Buffer.of()];
    return undefined;
  }

  *values(): MapIterator<Buffer> {
    for (const [, bytes] of this) yield bytes;
    return undefined;
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  forEach(use: (bytes: Buffer, name: string, files: ReadonlyMap<string, Buffer>) => void): void {
    for (const [name, bytes] of this) use(bytes, name, this);
  }
}
