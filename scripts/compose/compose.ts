import { execFile, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { composerOutput, composerVersion, type ComposerOutput } from 'shared/contracts/composer';
import * as v from 'valibot';
import { CompositionRefused, type Composition, type CompositionInput } from './composition';
import { ordinaryLimits, takeSandbox } from './sandbox-process';

const ordinary = {
  limits: ordinaryLimits,
  /** Takes a line that a release printed, with its app in front: '[pricing] …'. */
  print: (line: string): void => {
    // A terminal may show a step that is under way on this line.
    process.stderr.write(`${process.stderr.isTTY ? '\r\u001B[K' : ''}${line}\n`);
  },
};

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

function refused(
  { releases }: CompositionInput,
  violations: readonly { app: string; reason: string }[],
) {
  const version = (app: string) => releases[app]?.manifest.version ?? 'unknown';
  return new CompositionRefused(
    violations.map((each) => ({ ...each, version: version(each.app) })),
  );
}

/**
 * Runs the composer of the host's release on a set of releases, in a process of its own that may touch
 * nothing and is killed when it takes too long or too much memory.
 * @throws CompositionRefused naming the app whose code was running, its version and the reason
 */
async function runSandbox(input: CompositionInput, { limits, print }: typeof ordinary) {
  const { releases, ...site } = input;
  const tooMuchMemory = `it used more than ${limits.memory} MiB of memory`;
  const child = takeSandbox(limits);
  let timer: NodeJS.Timeout | undefined;
  let step = { app: 'host', what: 'could not be loaded' };
  let nodeErrors = '';
  // Node writes here when it crashes, a page of it: of use where nothing else explains the end.
  child.stderr?.on('data', (data: Buffer) => {
    if (nodeErrors.length < 10_000) nodeErrors += data.toString('utf8');
  });
  return new Promise<ComposerOutput>((resolve, reject) => {
    const refuse = (reason: string) => {
      reject(refused(input, [{ app: step.app, reason: `${step.what}: ${reason}` }]));
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

/**
 * Makes every page of a site from one release per app. How, is the work of the host's release: its
 * composer is run in a sandbox, and the same input gives the same bytes whoever asks, anywhere.
 * @returns the pages with an id derived from their content; nothing is written anywhere
 * @throws CompositionRefused when a release must not go live, naming the app, its version and the reason
 */
export async function compose(input: CompositionInput, options: Partial<typeof ordinary> = {}) {
  const { host } = input.releases;
  if (!host) throw new Error('A composition needs a release of the host.');
  const output = await runSandbox(input, { ...ordinary, ...options });
  if ('violations' in output) throw refused(input, output.violations);
  const pages = Object.entries(output.pages).map(async ([name, page]) => {
    const bytes = 'text' in page ? Buffer.from(page.text) : await host.readFile(page.file);
    return [name, bytes] as const;
  });
  return withId(new Map(await Promise.all(pages)));
}

function withId(pages: ReadonlyMap<string, Buffer>): Composition {
  const hash = createHash('sha256');
  for (const [file, content] of [...pages].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return { id: hash.digest('hex').slice(0, 12), pages };
}
