import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';

/** The most items at a time: a build takes half a gigabyte of memory, and Node compresses in four threads. */
const maxConcurrency = 4;

/**
 * Works on several items at a time, at most as many as there are processors.
 * @param work its signal is aborted when the work on another item fails. It may then end in any way.
 * @returns the results in the order of the items
 * @throws the first failure, after the work on all items has ended
 */
export async function sideBySide<Item, Result>(
  items: readonly Item[],
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const queue = new PQueue({ concurrency: Math.min(availableParallelism(), maxConcurrency) });
  const controller = new AbortController();
  const { signal } = controller;
  setMaxListeners(0, signal);
  const working = items.map((item) =>
    queue.add(async () => {
      signal.throwIfAborted();
      return work(item, signal).catch((error: unknown) => {
        controller.abort();
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
 * Calls a function for each item, for at most 48 at a time. A site of 10,000 pages has more files than a process may
 * open, and a request that waits too long for a connection could exceed its time limit.
 * @returns the results in the order of the items
 */
export async function fewAtOnce<Item, Result>(
  items: readonly Item[],
  call: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  return new PQueue({ concurrency: 48 }).addAll(items.map((item) => () => call(item)));
}
