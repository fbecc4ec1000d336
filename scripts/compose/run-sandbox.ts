import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { plannedModule, type PlannedModule } from '@shopwright/shared/contracts/composer';
import * as v from 'valibot';
import { Violation } from './composition';
import { plainLines, plainText } from './plain-text';

const message = v.variant('kind', [
  v.object({ kind: v.literal('step'), what: v.string() }),
  v.object({ kind: v.literal('read'), id: v.number(), app: v.string(), file: v.string() }),
  v.object({ kind: v.literal('print'), text: v.string() }),
  v.object({ kind: v.literal('plan'), modules: v.array(plannedModule) }),
  v.object({ kind: v.literal('done'), output: v.unknown() }),
  v.object({ kind: v.literal('failed'), reason: v.string(), stack: v.string() }),
]);

export const ordinaryLimits = {
  /** Milliseconds for loading and rendering everything. */
  time: 10_000,
  /** MiB of memory for the releases' objects, and again as much for what they hold outside of the heap. */
  memory: 256,
};
type SandboxLimits = typeof ordinaryLimits;

function startSandbox({ time, memory }: SandboxLimits) {
  // The permission model knows no links.
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

interface Work<T> {
  /** The app whose code it is, as the parent knows it: the process has no say in that. */
  readonly app: string;
  readonly task: Readonly<Record<string, unknown>>;
  readonly output: v.GenericSchema<unknown, T>;
  readonly limits: SandboxLimits;
  /** Takes each line that the app prints, with its name in front. */
  readonly print: (line: string) => void;
  /** For the host alone; without them the process gets no answer to anything. */
  readonly read?: (app: string, file: string) => Promise<string>;
  readonly onPlan?: (modules: readonly PlannedModule[]) => void;
}

/** Characters that one process may say in all. */
const mostSaid = 2 ** 25;
/** MiB that the process takes before it has loaded anything. */
const ownMemory = 128;
const run = promisify(execFile);

/** Bytes of memory that a process holds. */
async function residentMemory(pid: number): Promise<number> {
  // macOS has no /proc.
  const askPs = () => run('ps', ['-o', 'rss=', '-p', String(pid)]).then(({ stdout }) => stdout);
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
    .catch(askPs)
    .catch(() => '');
  return Number(/(?:VmRSS:|^)[\t ]*(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
}

/** The heap has a limit of its own, but Buffers are not in it. */
async function watchMemory(child: ChildProcess, limit: number, onTooMuch: () => void) {
  const allowed = (2 * limit + ownMemory) * 1024 * 1024;
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    if ((await residentMemory(child.pid)) > allowed) {
      onTooMuch();
      return;
    }
    await sleep(20);
  }
}

/**
 * Runs the code of an app in a process of its own that may touch nothing and is killed when it takes too long
 * or too much memory (./sandbox.mjs).
 * @throws Violation saying at which step, and why
 */
export function runSandbox<T>({ app, task, limits, print, ...work }: Work<T>): Promise<T> {
  const tooMuchMemory = `it used more than ${limits.memory} MiB of memory`;
  const child = startSandbox(limits);
  let timer: NodeJS.Timeout | undefined;
  let step = 'could not be loaded';
  let nodeErrors = '';
  // Node writes here when it crashes, a page of it: of use where nothing else explains the end.
  child.stderr.on('data', (data: Buffer) => {
    if (nodeErrors.length < 10_000) nodeErrors += data.toString('utf8');
  });
  return new Promise<T>((resolve, reject) => {
    const refuse = (reason: string, stack = '') => {
      reject(new Violation(app, plainText(`${step}: ${reason}`), stack));
    };
    const write = (value: object) => child.stdin.write(`${JSON.stringify(value)}\n`);
    const take = (line: string) => {
      const said = v.parse(message, JSON.parse(line));
      if (said.kind === 'step') step = said.what;
      else if (said.kind === 'print')
        for (const text of plainLines(said.text)) print(`[${app}] ${text}`);
      else if (said.kind === 'failed') refuse(said.reason, said.stack);
      else if (said.kind === 'done') resolve(v.parse(work.output, said.output));
      else if (said.kind === 'plan') work.onPlan?.(said.modules);
      else {
        const { id } = said;
        work.read?.(said.app, said.file).then((text) => write({ id, text }), reject);
      }
    };
    let unread = '';
    let count = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      count += text.length;
      if (count > mostSaid) refuse('it says too much');
      const lines = (unread + text).split('\n');
      unread = lines.pop() ?? '';
      try {
        lines.forEach(take);
      } catch (error) {
        const reason = v.isValiError(error) ? v.summarize(error.issues) : String(error);
        refuse(`it gave no page but ${reason}`);
      }
    });
    timer = setTimeout(() => refuse(`no answer within ${limits.time / 1000} s`), limits.time);
    watchMemory(child, limits.memory, () => refuse(tooMuchMemory)).catch(reject);
    child.on('error', reject);
    // One that has ended takes nothing; its end says why.
    child.stdin.on('error', () => undefined);
    // Comes after everything that the process has said.
    child.on('close', () => {
      if (/heap out of memory|Committing semi space failed/i.test(nodeErrors))
        refuse(tooMuchMemory);
      else refuse(`the process ended: ${nodeErrors.trim().split('\n')[0] ?? ''}`);
    });
    write({ ...task, time: 2 * limits.time });
    if (!work.read) child.stdin.end();
  }).finally(() => {
    clearTimeout(timer);
    child.kill('SIGKILL');
  });
}
