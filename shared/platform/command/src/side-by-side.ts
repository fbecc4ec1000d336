import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';

/** The most items at once: a build takes half a gigabyte of memory, and Node compresses in four threads. */
const maxAtOnce = 4;

/**
 * Works on several items at once, as many as there are processors.
 * @param work ends early, in any way, when its signal says that another one failed
 * @returns the results in the order of the items, when all have ended
 * @throws the first failure, when all have ended
 */
export async function sideBySide<Item, Result>(
  items: readonly Item[],
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const queue = new PQueue({ concurrency: Math.min(availableParallelism(), maxAtOnce) });
  const ending = new AbortController();
  const { signal } = ending;
  setMaxListeners(0, signal);
  const working = items.map((item) =>
    queue.add(async () => {
      signal.throwIfAborted();
      return work(item, signal).catch((error: unknown) => {
        ending.abort();
        throw error;
      });
    }),
  );
  try {
    return await Promise.all(working);
  } finally {
    await Promise.allSettled(working);
  }
}

/**
 * Calls with each item, 48 at once: a site of 10,000 pages has more files than a process may open, and a
 * request that waits for a connection could run into its time limit.
 * @returns the results in the order of the items
 */
export async function fewAtOnce<Item, Result>(
  items: readonly Item[],
  call: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  return new PQueue({ concurrency: 48 }).addAll(items.map((item) => () => call(item)));
}
