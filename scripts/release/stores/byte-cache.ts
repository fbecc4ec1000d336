/** What an entry takes beside its bytes, so that many small ones are bounded too. */
const entryBytes = 200;

/** Keeps what was read last in memory, up to so many bytes; null stands for what is not there. */
export class ByteCache {
  private readonly kept = new Map<string, Buffer | null>();
  private size = 0;

  constructor(private readonly most = 64 * 1024 * 1024) {}

  /** @returns undefined when nothing is known */
  get(key: string): Buffer | null | undefined {
    const bytes = this.kept.get(key);
    if (bytes === undefined) return undefined;
    // A map keeps its order, so the first one is what was asked for longest ago.
    this.kept.delete(key);
    this.kept.set(key, bytes);
    return bytes;
  }

  set(key: string, bytes: Buffer | null): void {
    this.delete(key);
    this.kept.set(key, bytes);
    this.size += entryBytes + (bytes?.length ?? 0);
    for (const oldest of this.kept.keys()) {
      if (this.size <= this.most) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const bytes = this.kept.get(key);
    if (!this.kept.delete(key)) return;
    this.size -= entryBytes + (bytes?.length ?? 0);
  }

  clear(): void {
    this.kept.clear();
    this.size = 0;
  }
}
