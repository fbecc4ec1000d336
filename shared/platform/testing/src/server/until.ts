import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits until a condition is true, at most a minute.
 * @param log returns a text for the error
 */
export async function until(
  condition: () => Promise<boolean> | boolean,
  log: () => string = () => '',
): Promise<void> {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (await condition()) return;
    await wait(50);
  }
  throw new Error(`This did not come true in time: ${log()}`);
}

/** Waits until a server is ready. @param probes the origin of its probes */
export function untilReady(probes: string, log: () => string): Promise<void> {
  return until(async () => {
    const response = await fetch(`${probes}/readyz`).catch(() => null);
    return response?.status === 200;
  }, log);
}
