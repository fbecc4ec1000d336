import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs a function at an interval, whether or not it fails.
 * @param interval milliseconds between two runs
 * @returns a function that ends the repetition and resolves after the current run
 */
export function repeat(interval: number, run: () => Promise<void>): () => Promise<void> {
  const controller = new AbortController();
  const loop = async () => {
    for (;;) {
      await sleep(interval, undefined, { signal: controller.signal, ref: false });
      await run().catch(() => undefined);
    }
  };
  const running = loop().catch(() => undefined);
  return async () => {
    controller.abort();
    await running;
  };
}
