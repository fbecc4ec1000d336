import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PlannedModule } from '@composed/contracts/composer';
import * as v from 'valibot';
import { ReleaseError } from '../../deployment/deployment';
import { message, ofHost, guestMessage, type Question } from './messages';
import { plainLines, plainText } from '@composed/command/output';
import { adviseOnGlobal } from './advise';

/** Limits of one guest. All but the last are the same on every machine. */
export const ordinaryLimits = {
  /** Steps of the engine for one page or module, in ten thousands: a page of the host takes 40, a module of a remote 15. */
  work: 10_000,
  /** Pages or modules. */
  pages: 20_000,
  /** MiB of memory. */
  memory: 256,
  /** Characters that it may say, and that it may be answered, for each page or module. */
  said: 2 ** 25,
  /** Characters of its output that are printed. */
  printed: 10_000,
  /** Seconds for a page or module until nobody waits any longer: for loops inside the engine, which no step of it ends. */
  seconds: 30,
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
    [require, 'valibot'],
    [ofVariant, '@jitl/quickjs-ffi-types'],
  ] as const;
  const scripts = realpathSync(fileURLToPath(new URL('..', import.meta.url)));
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
  // Every machine has the same time zone here. The threads of guests get no environment at all.
  return spawn(process.execPath, [...options, path.join(scripts, 'runner/process.mjs')], {
    env: { TZ: 'UTC' },
    cwd: '/',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

interface Work<T> {
  /** The app whose code it is. */
  readonly app: string;
  /** The task of the guest, with the texts of the bundles that it is made of, by name. */
  readonly task: Readonly<Record<string, unknown>> & {
    readonly bundles: Readonly<Record<string, string>>;
  };
  readonly output: v.GenericSchema<unknown, T>;
  /** Takes each line that the app prints, with its name in front. */
  readonly print: (line: string) => void;
  /** Messages of the host alone: its modules, once. */
  readonly host?: {
    readonly answer: (question: Question) => Promise<string>;
    readonly onPlan: (modules: readonly PlannedModule[]) => void;
    readonly onPage: (address: string, html: string) => void;
  };
}

/** The process around several guests has ended, and nobody knows by whose fault. */
export class EngineEnded extends Error {}

/** The promise that a running guest waits for. */
interface Guest {
  take(answer: { text: string; page: string; asksTime: boolean }): void;
  /** Ends the work with a failure of the guest, or with the end of the process that guests share. */
  fail(reason: string | EngineEnded): void;
}

/**
 * Starts the process in which guests run, each in an engine of its own that leads to nothing of the machine (./engine).
 * Whoever starts it ends it.
 */
export function startEngine(limits: GuestLimits) {
  const child = startProcess();
  const guests = new Map<number, Guest>();
  let last = 0;
  const tell = (request: object) => child.connected && child.send(request);
  const failAll = (reason: string) => {
    for (const guest of guests.values()) guest.fail(new EngineEnded(reason));
  };
  child.on('error', ({ message }) => failAll(`the process around it has ended (${message})`));
  child.on('close', () => failAll('the process around it has ended'));
  child.on('message', (data) => {
    const parsed = v.safeParse(guestMessage, data);
    if (!parsed.success) {
      failAll('the process around it was not understood');
      return;
    }
    const { guest, text, crash, ...more } = parsed.output;
    if (text !== undefined) guests.get(guest)?.take({ text, ...more });
    if (crash !== undefined) guests.get(guest)?.fail(crash);
  });

  /**
   * Runs the code of an app.
   * @returns the result, and whether the guest has asked for the time
   * @throws ReleaseError saying at which step, and why; EngineEnded where another guest may be to blame
   */
  async function run<T>({ app, task, print, output, host }: Work<T>) {
    const id = (last += 1);
    let [step, saidSoFar, printable, isPlanned] = ['could not be loaded', 0, limits.printed, false];
    let timer: NodeJS.Timeout | undefined;
    const refused = (reason: string, stack = '') =>
      new ReleaseError(app, plainText(`${step}: ${reason}`), stack);
    const ended = new Promise<{ output: T; asksTime: boolean }>((resolve, reject) => {
      const fail: Guest['fail'] = (reason) =>
        reject(typeof reason === 'string' ? refused(reason) : reason);
      const count = (text: string) => {
        saidSoFar += text.length;
        if (saidSoFar > limits.said) throw refused('it says or asks too much');
      };
      const printOwn = (text: string) => {
        if (printable <= 0) return;
        const shown = text.slice(0, printable);
        printable -= text.length + 1;
        const lines = printable > 0 ? shown : `${shown} … (the rest is left out)`;
        for (const line of plainLines(lines)) print(`[${app}] ${line}`);
      };
      const arm = () => {
        clearTimeout(timer);
        timer = setTimeout(
          () => fail(`it gave no answer within ${limits.seconds} s`),
          limits.seconds * 1000,
        );
      };
      const react = (question: v.InferOutput<typeof message>, page: string, asksTime: boolean) => {
        if (question.kind === 'step') {
          step = question.what;
          saidSoFar = 0;
          arm();
        } else if (question.kind === 'print') printOwn(question.text);
        else if (question.kind === 'failed')
          reject(refused(adviseOnGlobal(question.reason), question.stack));
        else if (question.kind === 'done')
          resolve({ output: v.parse(output, question.output), asksTime });
        else if (!host) throw refused(`it ${ofHost[question.kind]}, as the host alone may`);
        else if (question.kind === 'page') host.onPage(question.address, page);
        else if (question.kind === 'plan') {
          if (isPlanned) throw refused('it plans its modules twice');
          isPlanned = true;
          host.onPlan(question.modules);
        } else {
          const answer = (text: string) => {
            if (!guests.has(id)) return;
            arm();
            count(text);
            tell({ guest: id, answer: { id: question.id, text } });
          };
          // A file may take long.
          clearTimeout(timer);
          host.answer(question).then(answer).catch(reject);
        }
      };
      guests.set(id, {
        fail,
        take: ({ text, page, asksTime }) => {
          try {
            count(text);
            count(page);
            react(v.parse(message, JSON.parse(text)), page, asksTime);
          } catch (error) {
            const reason = v.isValiError(error) ? v.summarize(error.issues) : String(error);
            const isRefused = error instanceof ReleaseError;
            reject(isRefused ? error : refused(`it gave no page but ${reason}`));
          }
        },
      });
      arm();
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

/** Engines with a process for each guest, so that one guest’s end is no other’s. */
export function startEngines(
  limits: GuestLimits,
  start = startEngine,
): ReturnType<typeof startEngine> {
  const engines = new Set<ReturnType<typeof startEngine>>();
  return {
    run: async (work) => {
      const engine = start(limits);
      engines.add(engine);
      try {
        return await engine.run(work);
      } catch (error) {
        throw error instanceof EngineEnded ? new ReleaseError(work.app, error.message) : error;
      } finally {
        engine.end();
      }
    },
    end: () => [...engines].every((engine) => engine.end()),
  };
}
