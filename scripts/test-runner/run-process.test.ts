import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { endAll, runNode } from './run-process';

const script = (code: string): string[] => ['--eval', code];

/** A script that starts a second process, prints its id, and then does as `then` says. */
const withGrandchild = (then: string): string[] =>
  script(`
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)']);
    console.log('pid ' + child.pid);
    ${then}
  `);

/** Whether a process does anything: one that has ended may wait a while for its parent to ask. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const state = existsSync('/proc/self/stat') ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
    return !state.includes(') Z ');
  } catch {
    return false;
  }
}

async function expectGone(output: string): Promise<void> {
  const pid = Number(/pid (\d+)/.exec(output)?.[1]);
  expect(pid).toBeGreaterThan(0);
  for (let tries = 0; isRunning(pid) && tries < 100; tries += 1) await wait(20);
  expect(isRunning(pid)).toBe(false);
}

test('a process that hangs is ended with all that it started, and so are all when that is asked', async () => {
  const hanging = withGrandchild('setInterval(() => {}, 1000)');
  const running = [2000, 20_000].map((timeLimit) => runNode(hanging, { timeLimit }));
  await running[0];
  endAll();
  for (const { code, output } of await Promise.all(running)) {
    expect(code).toBeNull();
    await expectGone(output);
  }
});
