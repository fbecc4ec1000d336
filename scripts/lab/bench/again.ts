import { terminal } from '@composed/command/output';

/** Measures again after a failure, five times at most, since the measures before it took half an hour. */
export async function again<T>(measure: () => Promise<T>, triesLeft = 4): Promise<T> {
  return measure().catch((error: unknown) => {
    if (triesLeft === 0) throw error;
    terminal.write(`once more: ${String(error)}\n`);
    return again(measure, triesLeft - 1);
  });
}
