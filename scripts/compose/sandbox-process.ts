import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

export const ordinaryLimits = {
  /** Milliseconds for loading and rendering everything. */
  time: 10_000,
  /** MiB of memory for the releases' objects, and again as much for what they hold outside of the heap. */
  memory: 256,
};
export type SandboxLimits = typeof ordinaryLimits;

function startSandbox({ time, memory }: SandboxLimits): ChildProcessWithoutNullStreams {
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
  const limited = `ulimit -t ${Math.ceil(time / 500)}; exec "$0" "$@"`;
  const node = [process.execPath, ...options, script] as const;
  const [command, ...given] =
    process.platform === 'win32' ? node : (['/bin/sh', '-c', limited, ...node] as const);
  return spawn(command, given, {
    // Dates are formatted alike on every machine; the script takes even this away from the releases.
    env: { TZ: 'UTC' },
    cwd: '/',
  });
}

type Sandbox = ReturnType<typeof startSandbox>;
const prepared: Sandbox[] = [];

/**
 * Starts processes before they are needed: Node takes 70 ms to start.
 * @param count the host's, and one per remote
 */
export function prepareSandboxes(count: number): void {
  while (prepared.length < count) {
    // One that cannot be started is found out when it is taken.
    const child = startSandbox(ordinaryLimits).on('error', () => undefined);
    hold(child, false);
    prepared.push(child);
  }
}

/** Whether a process keeps this one from ending. */
function hold(child: Sandbox, holds: boolean): void {
  const change = holds ? 'ref' : 'unref';
  child[change]();
  for (const stream of [child.stdin, child.stdout, child.stderr]) {
    if (stream instanceof Socket) stream[change]();
  }
}

/** A prepared process where there is one, else a new one; it waits for its task. */
export function takeSandbox(limits: SandboxLimits): Sandbox {
  const child = limits === ordinaryLimits ? prepared.shift() : undefined;
  if (child?.exitCode !== null || child.pid === undefined) return startSandbox(limits);
  hold(child, true);
  return child;
}
