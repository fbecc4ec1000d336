import { fork, type ChildProcess } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

export const ordinaryLimits = {
  /** Milliseconds for loading and rendering everything. */
  time: 10_000,
  /** MiB of memory for the releases' objects, and again as much for what they hold outside of the heap. */
  memory: 256,
};
type SandboxLimits = typeof ordinaryLimits;

function startSandbox({ time, memory }: SandboxLimits): ChildProcess {
  // The permission model does not take a link to a file for the file.
  const script = realpathSync(fileURLToPath(new URL('sandbox.mjs', import.meta.url)));
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission';
  const options = [
    permission,
    `--allow-fs-read=${script}`,
    '--no-warnings',
    '--frozen-intrinsics',
    `--max-old-space-size=${memory}`,
  ];
  // A loop does not notice that the tool was killed: then the kernel ends it, by its seconds of processor time.
  const limited = ['-c', `ulimit -t ${Math.ceil(time / 500)}; exec "$0" "$@"`, process.execPath];
  return fork(script, [], {
    ...(process.platform === 'win32'
      ? { execArgv: options }
      : { execPath: '/bin/sh', execArgv: [...limited, ...options] }),
    // Dates are formatted alike on every machine; the script takes even this away from the releases.
    env: { TZ: 'UTC' },
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

let prepared: ChildProcess | null = null;

/** Starts the process of the next composition before it is needed: Node takes 70 ms to start. */
export function prepareSandbox(): void {
  prepared = startSandbox(ordinaryLimits).once('error', () => (prepared = null));
  hold(prepared, false);
}

/** Whether a process keeps this one from ending. */
function hold(child: ChildProcess, holds: boolean): void {
  const change = holds ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
  if (child.stderr instanceof Socket) child.stderr[change]();
}

/** The prepared process where there is one, else a new one; it waits for its first message. */
export function takeSandbox(limits: SandboxLimits): ChildProcess {
  const child = limits === ordinaryLimits && prepared?.connected ? prepared : null;
  if (!child) return startSandbox(limits);
  prepared = null;
  hold(child, true);
  return child;
}
