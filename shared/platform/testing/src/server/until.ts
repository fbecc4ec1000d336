import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits until a condition holds, a minute at most.
 * @param log text for the error
 */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  log: () => string = () => '',
): Promise<void> {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (await isSo()) return;
    await wait(50);
  }
  throw new Error(`This did not come true in time: ${log()}`);
}

/** Waits until a server whose probes are at this origin says that it is ready. */
export function untilReady(probes: string, log: () => string): Promise<void> {
  return until(async () => {
    const response = await fetch(`${probes}/readyz`).catch(() => null);
    return response?.status === 200;
  }, log);
}
