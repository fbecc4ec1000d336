import { ReleaseError } from '@composed/command/errors';
import { plainLines, plainText } from '@composed/command/terminal';
import type { PlannedModule } from '@composed/contracts/composer';
import * as v from 'valibot';
import { adviseOnGlobal } from './advise-on-global';
import { message, ofHost, type Question } from './messages';

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
  /** The most seconds for a page or module, against loops inside the engine that its limit of steps does not end. */
  seconds: 30,
};
export type GuestLimits = typeof ordinaryLimits;

export interface Work<T> {
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

/** The process around several guests has ended, and any of them may be the cause. */
export class EngineEnded extends Error {}

/** A message of a guest, with the page that belongs to it. */
interface GuestMessage {
  readonly text: string;
  readonly page: string;
  /** Whether the guest has asked for the time. */
  readonly asksTime: boolean;
}

/** `Promise.withResolvers`, which Node 20 has not. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<T>((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
}

/** The work of one guest from its task to its result, and what it says meanwhile. */
export class RunningGuest<T> {
  readonly #work: Work<T>;
  readonly #limits: GuestLimits;
  readonly #reply: (answer: { readonly id: number; readonly text: string }) => void;
  readonly #settled = withResolvers<{ output: T; asksTime: boolean }>();
  #step = 'could not be loaded';
  #said = 0;
  #printable: number;
  #isPlanned = false;
  #hasEnded = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param reply sends the guest the answer to a question of its */
  constructor(
    work: Work<T>,
    limits: GuestLimits,
    reply: (answer: { readonly id: number; readonly text: string }) => void,
  ) {
    this.#work = work;
    this.#limits = limits;
    this.#reply = reply;
    this.#printable = limits.printed;
    this.#startTimer();
  }

  /** @throws ReleaseError saying at which step, and why; EngineEnded where another guest may be to blame */
  async result() {
    try {
      return await this.#settled.promise;
    } finally {
      this.#hasEnded = true;
      clearTimeout(this.#timer);
    }
  }

  /** Ends the work with a failure of the guest, or with the end of the process that guests share. */
  fail(reason: string | EngineEnded) {
    this.#settled.reject(typeof reason === 'string' ? this.#refused(reason) : reason);
  }

  take({ text, page, asksTime }: GuestMessage) {
    try {
      this.#count(text);
      this.#count(page);
      this.#react(v.parse(message, JSON.parse(text)), page, asksTime);
    } catch (error) {
      const reason = v.isValiError(error) ? v.summarize(error.issues) : String(error);
      const isRefused = error instanceof ReleaseError;
      this.#settled.reject(isRefused ? error : this.#refused(`it gave no page but ${reason}`));
    }
  }

  #react(said: v.InferOutput<typeof message>, page: string, asksTime: boolean) {
    if (said.kind === 'step') {
      this.#step = said.what;
      this.#said = 0;
      this.#startTimer();
    } else if (said.kind === 'print') this.#print(said.text);
    else if (said.kind === 'failed') {
      this.#settled.reject(this.#refused(adviseOnGlobal(said.reason), said.stack));
    } else if (said.kind === 'done') {
      this.#settled.resolve({ output: v.parse(this.#work.output, said.output), asksTime });
    } else this.#reactToHost(said, page);
  }

  #reactToHost(said: v.InferOutput<typeof message> & { kind: keyof typeof ofHost }, page: string) {
    const { host } = this.#work;
    if (!host) throw this.#refused(`it ${ofHost[said.kind]}, as the host alone may`);
    if (said.kind === 'page') host.onPage(said.address, page);
    else if (said.kind === 'plan') {
      if (this.#isPlanned) throw this.#refused('it plans its modules twice');
      this.#isPlanned = true;
      host.onPlan(said.modules);
    } else {
      // The guest’s time does not run while it waits for a file.
      clearTimeout(this.#timer);
      host
        .answer(said)
        .then((text) => this.#answer(said.id, text))
        .catch(this.#settled.reject);
    }
  }

  #answer(id: number, text: string) {
    if (this.#hasEnded) return;
    this.#startTimer();
    this.#count(text);
    this.#reply({ id, text });
  }

  #print(text: string) {
    if (this.#printable <= 0) return;
    const printableText = text.slice(0, this.#printable);
    this.#printable -= text.length + 1;
    const lines = this.#printable > 0 ? printableText : `${printableText} … (the rest is left out)`;
    for (const line of plainLines(lines)) this.#work.print(`[${this.#work.app}] ${line}`);
  }

  #startTimer() {
    const { seconds } = this.#limits;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => this.fail(`it gave no answer within ${seconds} s`),
      seconds * 1000,
    );
  }

  #count(text: string) {
    this.#said += text.length;
    if (this.#said > this.#limits.said) throw this.#refused('it says or asks too much');
  }

  #refused(reason: string, stack = '') {
    const sentence = plainText(`${this.#step}: ${reason}`);
    return new ReleaseError({ app: this.#work.app, reason: sentence, stack });
  }
}
