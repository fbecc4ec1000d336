import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits for what a server says of itself; half a minute at most.
 * @param probes origin of its probes
 * @param log what it has printed
 * @param isSo takes status and body of /readyz
 */
export async function untilReady(
  probes: string,
  log: () => string,
  isSo: (status: number, text: string) => boolean = (status) => status === 200,
): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(`${probes}/readyz`).catch(() => null);
    if (answer && isSo(answer.status, await answer.text())) return;
    await wait(50);
  }
  throw new Error(`Not so in time: ${log()}`);
}
