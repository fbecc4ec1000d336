import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

interface ChildOptions {
  readonly dataDir: string;
  readonly port?: number;
  readonly publicUrl?: string;
  /** Releases of what is live; with them the services count signals. */
  readonly live?: Readonly<Record<string, string>>;
  /** Keep production's limits. */
  readonly limited?: boolean;
  /** Of the password hash (`ScryptCost`); default: a cheap one. */
  readonly log2N?: number;
}

export interface ServicesProcess {
  readonly url: string;
  /** Everything it has written to stderr so far. */
  readonly errors: () => string;
  /** Resolves with the exit code once the process is gone. */
  readonly stop: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>;
}

const running = new Set<ChildProcess>();

/** Starts the services as a process of their own, with a cheap password hash. */
export async function startServicesProcess(options: ChildOptions): Promise<ServicesProcess> {
  const script = path.join(process.cwd(), 'scripts/testing/services/child.ts');
  const argument = JSON.stringify({ log2N: 10, ...options });
  const child = spawn(process.execPath, ['--import', 'tsx', script, argument], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const gone = once(child, 'exit').finally(() => running.delete(child));
  let errors = '';
  child.stderr.on('data', (data: Buffer) => (errors += String(data)));

  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) => resolve(String(data).trim()));
    void gone.then(() => reject(new Error(errors.trim())));
  });
  return {
    url,
    errors: () => errors,
    async stop(signal) {
      child.kill(signal);
      await gone;
      return child.exitCode;
    },
  };
}

/** Ends what a failed test has left running. */
export function stopServicesProcesses(): void {
  for (const child of running) child.kill('SIGKILL');
}
