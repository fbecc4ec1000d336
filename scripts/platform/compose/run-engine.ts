import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { plannedModule, type PlannedModule } from '@composed/contracts/composer';
import * as v from 'valibot';
import { ReleaseError } from './composition';
import { escapeJson, plainLines, plainText } from '../output';

/** What the process says of a guest: a text of the guest's own, or how its thread ended; a page of so many bytes follows. */
const said = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    guest: v.number(),
    text: v.optional(v.string()),
    crash: v.optional(v.string()),
    bytes: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
);

const message = v.variant('kind', [
  v.object({ kind: v.literal('step'), what: v.string() }),
  v.object({ kind: v.literal('read'), id: v.number(), app: v.string(), file: v.string() }),
  v.object({ kind: v.literal('print'), text: v.string() }),
  v.object({ kind: v.literal('plan'), modules: v.array(plannedModule) }),
  v.object({ kind: v.literal('page'), address: v.string() }),
  v.object({ kind: v.literal('done'), output: v.unknown(), asksTime: v.boolean() }),
  v.object({ kind: v.literal('failed'), reason: v.string(), stack: v.string() }),
  v.object({ kind: v.literal('spent') }),
  v.object({ kind: v.literal('full') }),
]);

/** What one guest may take. All but the last are the same on every machine. */
export const ordinaryLimits = {
  /** Steps of the engine, in ten thousands: the host’s own pages take 180, a module of a remote 15. */
  work: 10_000,
  /** MiB of memory. */
  memory: 256,
  /** Characters that it may say, and that it may be answered. */
  said: 2 ** 25,
  /** Characters that it may print. The engine’s own limit comes first, and a guest can talk it away. */
  printed: 2 ** 14,
  /** Minutes until nobody waits any longer: for loops inside the engine, which no step of it ends. */
  minutes: 5,
};
export type GuestLimits = typeof ordinaryLimits;

/**
 * The folders that the process may read: its own scripts, and the packages of the engine. A package may be a link:
 * it is found there, and read where that leads.
 */
function readable(): string[] {
  const require = createRequire(import.meta.url);
  const variant = '@jitl/quickjs-wasmfile-release-sync';
  const ofVariant = createRequire(require.resolve(variant));
  const packages = [
    [require, 'quickjs-emscripten-core'],
    [require, variant],
    [ofVariant, '@jitl/quickjs-ffi-types'],
  ] as const;
  const scripts = realpathSync(fileURLToPath(new URL('engine', import.meta.url)));
  const folders = packages.flatMap(([from, name]) => [
    realpathSync(path.join(from.resolve(name), '../..')),
    ...(from.resolve.paths(name) ?? []).map((folder) => path.join(folder, name)).filter(existsSync),
  ]);
  return [...new Set([scripts, ...folders])];
}

function startProcess() {
  const known = (flag: string) => process.allowedNodeEnvironmentFlags.has(flag);
  const folders = readable();
  const options = [
    known('--permission') ? '--permission' : '--experimental-permission',
    '--allow-worker',
    ...folders.map((folder) => `--allow-fs-read=${folder}${path.sep}*`),
    ...(known('--disable-sigusr1') ? ['--disable-sigusr1'] : []),
    '--no-warnings',
  ];
  const [scripts = ''] = folders;
  // Dates are those of one place on every machine. The threads of guests get no environment at all.
  return spawn(process.execPath, [...options, path.join(scripts, 'process.mjs')], {
    env: { TZ: 'UTC' },
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

interface Work<T> {
  /** The app whose code it is. */
  readonly app: string;
  /** What the guest is there for, with the texts of the bundles that it is made of, by name. */
  readonly task: Readonly<Record<string, unknown>> & {
    readonly bundles: Readonly<Record<string, string>>;
  };
  readonly output: v.GenericSchema<unknown, T>;
  /** Takes each line that the app prints, with its name in front. */
  readonly print: (line: string) => void;
  /** For the host alone; without it the guest gets no answer to anything. */
  readonly read?: (app: string, file: string) => Promise<string>;
  readonly onPlan?: (modules: readonly PlannedModule[]) => void;
  readonly onPage?: (address: string, html: string) => void;
}

/** Reads a stream by lines and by numbers of bytes; each gives null at its end. A long text comes in many chunks. */
function createReader(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]();
  let chunk: Buffer = Buffer.alloc(0);
  /** @param findEnd gives the end of what is read in a chunk with so many bytes before it; -1: it is in a later one */
  async function read(findEnd: (before: number) => number): Promise<string | null> {
    const parts: Buffer[] = [];
    let before = 0;
    let end = findEnd(before);
    while (end === -1) {
      parts.push(chunk);
      before += chunk.byteLength;
      const next = await chunks.next();
      if (next.done) return null;
      chunk = next.value;
      end = findEnd(before);
    }
    parts.push(chunk.subarray(0, end));
    chunk = chunk.subarray(end);
    return Buffer.concat(parts).toString();
  }
  return {
    readLine: () => read(() => chunk.indexOf('\n') + 1 || -1),
    readBytes: (bytes: number) =>
      read((before) => (chunk.byteLength < bytes - before ? -1 : bytes - before)),
  };
}

/** What a guest that is under way waits for. */
interface Guest {
  take(text: string, page: string): void;
  fail(error: Error): void;
}

/**
 * Starts the process in which guests run, each in an engine of its own that leads to nothing of the machine (./engine).
 * Whoever starts it ends it.
 */
export function startEngine(limits: GuestLimits) {
  const child = startProcess();
  const guests = new Map<number, Guest>();
  let last = 0;
  // Some versions of Node take more than a line feed for the end of a line.
  const tell = (told: object) => child.stdin.write(`${escapeJson(JSON.stringify(told))}\n`);
  const failAll = (error: Error) => {
    for (const guest of guests.values()) guest.fail(error);
  };
  // One that has ended takes nothing; its end says why.
  child.stdin.on('error', () => undefined);
  child.on('error', failAll);
  const listen = async () => {
    const { readLine, readBytes } = createReader(child.stdout);
    for (let line = await readLine(); line !== null; line = await readLine()) {
      const { guest, text, crash, bytes } = v.parse(said, line);
      const page = await readBytes(bytes);
      if (page === null) break;
      if (text !== undefined) guests.get(guest)?.take(text, page);
      if (crash !== undefined) guests.get(guest)?.fail(new Error(crash));
    }
    failAll(new Error('the process of the engine has ended'));
  };
  listen().catch(() => failAll(new Error('the process of the engine was not understood')));

  /**
   * Runs the code of an app.
   * @returns what it gave, and whether it has asked for the time
   * @throws ReleaseError saying at which step, and why; Error where that could not be found out
   */
  async function run<T>({ app, task, print, ...work }: Work<T>) {
    const id = (last += 1);
    let step = 'could not be loaded';
    const counts = { said: 0, printed: 0 };
    let timer: NodeJS.Timeout | undefined;
    const refused = (reason: string, stack = '') =>
      new ReleaseError(app, plainText(`${step}: ${reason}`), stack);
    const ended = new Promise<{ output: T; asksTime: boolean }>((resolve, reject) => {
      const fail = (error: Error) =>
        reject(
          new Error(
            plainText(
              `It was not found out whether ${app} can be rendered, as it ${step}: ${error.message}`,
            ),
          ),
        );
      const count = (kind: keyof typeof counts, text: string) => {
        counts[kind] += text.length;
        if (counts[kind] > limits[kind]) throw refused('it says or asks too much');
      };
      const react = (told: v.InferOutput<typeof message>, page: string) => {
        if (told.kind === 'step') step = told.what;
        else if (told.kind === 'print') {
          count('printed', told.text);
          for (const line of plainLines(told.text)) print(`[${app}] ${line}`);
        } else if (told.kind === 'done') {
          resolve({ output: v.parse(work.output, told.output), asksTime: told.asksTime });
        } else if (told.kind === 'plan') work.onPlan?.(told.modules);
        else if (told.kind === 'page') work.onPage?.(told.address, page);
        else if (told.kind === 'spent') reject(refused(endless));
        else if (told.kind === 'full')
          reject(refused(`it used more than ${limits.memory} MiB of memory`));
        else if (told.kind === 'failed') reject(refused(told.reason, told.stack));
        else if (!work.read) throw refused('it asks for a file, as the host alone may');
        else {
          const answer = (text: string) => {
            if (!guests.has(id)) return;
            count('said', text);
            tell({ guest: id, answer: { id: told.id, text } });
          };
          work.read(told.app, told.file).then(answer).catch(reject);
        }
      };
      guests.set(id, {
        fail,
        take: (text, page) => {
          try {
            count('said', text);
            count('said', page);
            react(v.parse(message, JSON.parse(text)), page);
          } catch (error) {
            const reason = v.isValiError(error) ? v.summarize(error.issues) : String(error);
            const isRefused = error instanceof ReleaseError;
            reject(isRefused ? error : refused(`it gave no page but ${reason}`));
          }
        },
      });
      timer = setTimeout(
        () => fail(new Error(`it gave no answer within ${limits.minutes} minutes`)),
        limits.minutes * 60_000,
      );
      tell({ guest: id, task: { ...task, app, limits } });
    });
    return ended.finally(() => {
      clearTimeout(timer);
      guests.delete(id);
      tell({ guest: id });
    });
  }

  return { run, end: () => child.kill('SIGKILL') };
}

const endless =
  'it does more than any page needs, as a loop does that never ends: more steps of the engine than are allowed';
