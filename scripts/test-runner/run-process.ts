import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

const running = new Set<ChildProcess>();
const onWindows = process.platform === 'win32';

/**
 * Runs Node with these arguments to its end. The process leads a group of its own, so that ending it
 * ends the browsers and servers that it started.
 * @param parameters script and its arguments
 * @param timeLimit milliseconds after which the process and all it started are ended
 * @param live also print it line by line, since others may print at the same time
 * @returns its exit code, null when a signal or the time limit ended it, and both its outputs as they came
 */
export function runNode(
  parameters: readonly string[],
  { timeLimit, live = false }: { readonly timeLimit: number; readonly live?: boolean },
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, parameters, {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: !onWindows,
      timeout: timeLimit,
      killSignal: 'SIGKILL',
    });
    running.add(child);
    let output = '';
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', (line) => {
        output += `${line}\n`;
        if (live) console.log(line);
      });
    }
    child.once('error', reject);
    child.once('exit', () => {
      running.delete(child);
      // What it left behind would hold the pipes open, and the run with them.
      endGroup(child);
    });
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** Ends every process that `runNode` has started, with all that they started. */
export function endAll(): void {
  for (const child of running) endGroup(child);
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (onWindows) child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has ended already.
  }
}
