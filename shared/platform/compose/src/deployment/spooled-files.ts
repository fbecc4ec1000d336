import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';

/** Bytes that are held in memory: the pages of most sites. */
const maxInMemory = 16_000_000;

/** Closes the files of instances that are garbage. */
const closing = new FinalizationRegistry(closeSync);

/** Lets V8 collect garbage when memory has grown by a third; by default it waits for up to four times as much. */
export const collectSooner = () => setFlagsFromString('--heap-growing-percent=30');

interface Range {
  readonly start: number;
  readonly length: number;
}

/** Files by name. Beyond the memory limit they are in an unnamed file on the disk. */
export class SpooledFiles implements ReadonlyMap<string, Buffer> {
  private readonly found = new Map<string, Buffer | Range>();
  private file: number | undefined;
  private inMemory = 0;
  private end = 0;

  get size() {
    return this.found.size;
  }

  set(name: string, bytes: Buffer): void {
    const { byteLength: length } = bytes;
    this.inMemory += length;
    if (this.inMemory <= maxInMemory) {
      this.found.set(name, bytes);
      return;
    }
    this.file ??= this.open();
    const range = { start: this.end, length };
    for (let done = 0; done < length;)
      done += writeSync(this.file, bytes, done, length - done, range.start + done);
    this.end += length;
    this.found.set(name, range);
  }

  private open(): number {
    const folder = mkdtempSync(path.join(tmpdir(), 'composed-'));
    const file = openSync(path.join(folder, 'files'), 'wx+', 0o600);
    rmSync(folder, { recursive: true });
    closing.register(this, file);
    collectSooner();
    return file;
  }

  get(name: string): Buffer | undefined {
    const range = this.found.get(name);
    if (range === undefined || Buffer.isBuffer(range)) return range;
    const bytes = Buffer.allocUnsafeSlow(range.length);
    for (let done = 0; done < range.length;) {
      const { start, length } = range;
      const read = readSync(this.file ?? -1, bytes, done, length - done, start + done);
      if (read === 0) throw new Error(`${name} is no longer on the disk.`);
      done += read;
    }
    return bytes;
  }

  has(name: string): boolean {
    return this.found.has(name);
  }

  keys() {
    return this.found.keys();
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
