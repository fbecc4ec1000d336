import { spawn, type ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();
const onWindows = process.platform === 'win32';

/**
 * Runs Node with these arguments to its end. The process leads a group of its own, so that ending it
 * ends the browsers and servers that it started.
 * @param parameters script and its arguments
 * @param timeLimit milliseconds after which the process and all it started are ended
 * @param live also print as it comes
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
    const take = (chunk: string): void => {
      output += chunk;
      if (live) process.stdout.write(chunk);
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
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
