import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs something again and again until it is ended, even if it fails.
 * @param every milliseconds between two runs
 * @returns a function that ends it, and resolves once the current run is done
 */
export function repeat(every: number, run: () => Promise<void>): () => Promise<void> {
  const ended = new AbortController();
  const runs = async () => {
    for (;;) {
      await sleep(every, undefined, { signal: ended.signal, ref: false });
      await run().catch(() => undefined);
    }
  };
  const running = runs().catch(() => undefined);
  return async () => {
    ended.abort();
    await running;
  };
}
