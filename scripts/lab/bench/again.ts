import { terminal } from '@composed/command/output';

/** Measures once more, five times at most: what was measured before took half an hour. */
export async function again<T>(measure: () => Promise<T>, triesLeft = 4): Promise<T> {
  return measure().catch((error: unknown) => {
    if (triesLeft === 0) throw error;
    terminal.write(`once more: ${String(error)}\n`);
    return again(measure, triesLeft - 1);
  });
}
