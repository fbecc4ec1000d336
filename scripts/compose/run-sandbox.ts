import { execFile, fork, type ChildProcess } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { composerOutput, composerVersion, type ComposerOutput } from 'shared/contracts/composer';
import * as v from 'valibot';
import { CompositionRefused, type CompositionInput } from './composition';

export interface SandboxLimits {
  /** Milliseconds for loading and rendering everything. */
  readonly time: number;
  /** MiB of memory for the releases' objects, and again as much for what they hold outside of the heap. */
  readonly memory: number;
}

export interface SandboxOptions {
  readonly limits: SandboxLimits;
  /** Takes a line that a release printed, with its app in front: '[pricing] …'. */
  readonly print: (line: string) => void;
}

const run = promisify(execFile);

const message = v.variant('kind', [
  v.object({ kind: v.literal('step'), app: v.string(), what: v.string() }),
  v.object({
    kind: v.literal('read'),
    id: v.number(),
    app: v.string(),
    file: v.nullable(v.string()),
  }),
  v.object({ kind: v.literal('print'), text: v.string() }),
  v.object({ kind: v.literal('done'), output: composerOutput }),
  v.object({ kind: v.literal('failed'), reason: v.string() }),
]);

function startSandbox({ memory }: SandboxLimits): ChildProcess {
  // The permission model does not take a link to a file for the file.
  const script = realpathSync(fileURLToPath(new URL('sandbox.mjs', import.meta.url)));
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission';
  return fork(script, [], {
    execArgv: [
      permission,
      `--allow-fs-read=${script}`,
      '--no-warnings',
      '--frozen-intrinsics',
      `--max-old-space-size=${memory}`,
    ],
    // Dates are formatted alike on every machine; the script takes even this away from the releases.
    env: { TZ: 'UTC' },
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/** MiB that the process takes before it has loaded anything. */
const ownMemory = 128;
/** Bytes of memory that a process holds. */
async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
  // macOS has no /proc.
  const kibibytes =
    status === null
      ? (await run('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => ({ stdout: '0' }))).stdout
      : /VmRSS:\s+(\d+)/.exec(status)?.[1];
  return Number(kibibytes ?? 0) * 1024;
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
 * Runs the composer of the host's release on a set of releases, in a process of its own that may touch
 * nothing and is killed when it takes too long or too much memory.
 * @throws CompositionRefused naming the app whose code was running, its version and the reason
 */
export async function runSandbox(
  input: CompositionInput,
  { limits, print }: SandboxOptions,
): Promise<ComposerOutput> {
  const { releases, ...site } = input;
  const tooMuchMemory = `it used more than ${limits.memory} MiB of memory`;
  const child = startSandbox(limits);
  let timer: NodeJS.Timeout | undefined;
  let step = { app: 'host', what: 'could not be loaded' };
  let nodeErrors = '';
  // Node writes here when it crashes, a page of it: of use where nothing else explains the end.
  child.stderr?.on('data', (data: Buffer) => {
    if (nodeErrors.length < 10_000) nodeErrors += data.toString('utf8');
  });
  return new Promise<ComposerOutput>((resolve, reject) => {
    const refuse = (reason: string) => {
      const version = releases[step.app]?.manifest.version ?? 'unknown';
      const violation = { app: step.app, version, reason: `${step.what}: ${reason}` };
      reject(new CompositionRefused([violation]));
    };
    const answer = async (id: number, app: string, file: string | null) => {
      const release = Object.hasOwn(releases, app) ? releases[app] : undefined;
      if (!release)
        throw new Error(`The composer asks for a file of ${app}, which has no release.`);
      const text = await (file === null
        ? release.readServer()
        : release.readFile(file).then((bytes) => bytes.toString('utf8')));
      child.send({ kind: 'answer', id, text });
    };
    timer = setTimeout(() => refuse(`no answer within ${limits.time / 1000} s`), limits.time);
    watchMemory(child, limits.memory, () => refuse(tooMuchMemory)).catch(reject);
    child.on('message', (value) => {
      const parsed = v.safeParse(message, value);
      if (!parsed.success) {
        refuse(`it gave no page but ${v.summarize(parsed.issues)}`);
        return;
      }
      const said = parsed.output;
      if (said.kind === 'step') step = said;
      else if (said.kind === 'read') answer(said.id, said.app, said.file).catch(reject);
      else if (said.kind === 'print') print(`[${step.app}] ${said.text}`);
      else if (said.kind === 'failed') refuse(said.reason);
      else resolve(said.output);
    });
    child.on('error', reject);
    // Comes after everything that the process has said.
    child.on('close', () => {
      if (/heap out of memory|Committing semi space failed/i.test(nodeErrors))
        refuse(tooMuchMemory);
      else refuse(`the process ended: ${nodeErrors.trim().split('\n')[0] ?? ''}`);
    });
    const manifests: Record<string, string> = {};
    for (const [app, { manifest }] of Object.entries(releases)) {
      manifests[app] = JSON.stringify(manifest);
    }
    child.send({ ...site, manifests, composerVersion });
  }).finally(() => {
    clearTimeout(timer);
    child.kill('SIGKILL');
  });
}
