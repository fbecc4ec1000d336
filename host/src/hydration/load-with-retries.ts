/** Milliseconds to the first new attempt; each later one waits twice as long, up to the longest wait. */
const firstWait = 1000;
const longestWait = 30_000;

function pause(milliseconds: number): Promise<unknown> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(milliseconds);
    signal.addEventListener('abort', resolve);
    // Back online: no reason to wait any longer.
    window.addEventListener('online', resolve, { signal });
  });
}

/**
 * Loads a chunk, again and again until it is there. Never rejects: a lazy component that rejects takes
 * its prerendered markup with it.
 * @param onFault is given the reason why the first attempt failed
 */
export async function loadWithRetries<T>(
  load: () => Promise<T>,
  onFault: (cause: unknown) => void,
): Promise<T> {
  for (let wait = firstWait; ; wait = Math.min(2 * wait, longestWait)) {
    try {
      return await load();
    } catch (cause) {
      if (wait === firstWait) onFault(cause);
      await pause(wait);
    }
  }
}
