import { ReleaseError } from '@composed/command/errors';
import { plainLines, plainText } from '@composed/command/terminal';
import type { PlannedModule } from '@composed/contracts/composer';
import * as v from 'valibot';
import { adviseOnGlobal } from './advise-on-global';
import { guestMessage, composerMessages, type ComposerRequest } from './messages';

/** Limits of one guest. All but `seconds` give the same result on every machine. */
export const ordinaryLimits = {
  /** Steps of the engine per page or module, in ten thousands. A page of the host takes 40, a module of a remote 15. */
  steps: 10_000,
  /** Pages or modules. */
  pages: 20_000,
  /** MiB of memory. */
  memory: 256,
  /** Characters of messages and answers per page or module. */
  messageLength: 2 ** 25,
  /** Characters of its output that are printed. */
  printedLength: 10_000,
  /** Seconds per page or module. Ends loops inside the engine that its limit of steps does not end. */
  seconds: 30,
};
export type GuestLimits = typeof ordinaryLimits;

export interface GuestRun<T> {
  /** The app whose code runs. */
  readonly app: string;
  /** The task of the guest, with the texts of its bundles by name. */
  readonly task: Readonly<Record<string, unknown>> & {
    readonly bundles: Readonly<Record<string, string>>;
  };
  readonly output: v.GenericSchema<unknown, T>;
  /** Prints a line of the app's console, which begins with the name of the app. */
  readonly print: (line: string) => void;
  /** Handles messages that only the host's composer may send. */
  readonly composer?: {
    readonly answer: (request: ComposerRequest) => Promise<string>;
    readonly onPlan: (modules: readonly PlannedModule[]) => void;
    readonly onPage: (address: string, html: string) => void;
  };
}

/** Thrown when the process around several guests has ended, and any of them may be the cause. */
export class EngineEndedError extends Error {}

/** A text of a guest, with the page that belongs to it. */
interface ReceivedText {
  readonly text: string;
  readonly page: string;
  /** Whether the guest has read the time. */
  readonly asksTime: boolean;
}

/** `Promise.withResolvers`, which Node 20 lacks. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<T>((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
}

/** Handles the messages of one guest, from its task to its result. */
export class RunningGuest<T> {
  readonly #run: GuestRun<T>;
  readonly #limits: GuestLimits;
  readonly #reply: (answer: { readonly id: number; readonly text: string }) => void;
  readonly #settled = withResolvers<{ output: T; asksTime: boolean }>();
  #step = 'could not be loaded';
  #said = 0;
  #printable: number;
  #isPlanned = false;
  #hasEnded = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param reply sends the guest the answer to one of its requests */
  constructor(
    run: GuestRun<T>,
    limits: GuestLimits,
    reply: (answer: { readonly id: number; readonly text: string }) => void,
  ) {
    this.#run = run;
    this.#limits = limits;
    this.#reply = reply;
    this.#printable = limits.printedLength;
    this.#startTimer();
  }

  /** @throws ReleaseError with the failed step and the reason; EngineEndedError if another guest may be the cause */
  async result() {
    try {
      return await this.#settled.promise;
    } finally {
      this.#hasEnded = true;
      clearTimeout(this.#timer);
    }
  }

  /** Ends the run with a failure of the guest, or because the process that guests share has ended. */
  fail(reason: string | EngineEndedError) {
    this.#settled.reject(typeof reason === 'string' ? this.#refused(reason) : reason);
  }

  receive({ text, page, asksTime }: ReceivedText) {
    try {
      this.#count(text);
      this.#count(page);
      this.#handle(v.parse(guestMessage, JSON.parse(text)), page, asksTime);
    } catch (error) {
      const reason = v.isValiError(error) ? v.summarize(error.issues) : String(error);
      const isRefused = error instanceof ReleaseError;
      this.#settled.reject(isRefused ? error : this.#refused(`it gave no page but ${reason}`));
    }
  }

  #handle(message: v.InferOutput<typeof guestMessage>, page: string, asksTime: boolean) {
    if (message.kind === 'step') {
      this.#step = message.what;
      this.#said = 0;
      this.#startTimer();
    } else if (message.kind === 'print') {
      this.#print(message.text);
    } else if (message.kind === 'failed') {
      this.#settled.reject(this.#refused(adviseOnGlobal(message.reason), message.stack));
    } else if (message.kind === 'done') {
      this.#settled.resolve({ output: v.parse(this.#run.output, message.output), asksTime });
    } else {
      this.#handleComposerMessage(message, page);
    }
  }

  #handleComposerMessage(
    message: v.InferOutput<typeof guestMessage> & { kind: keyof typeof composerMessages },
    page: string,
  ) {
    const { composer } = this.#run;
    if (!composer)
      throw this.#refused(`it ${composerMessages[message.kind]}, as the host alone may`);
    if (message.kind === 'page') {
      composer.onPage(message.address, page);
    } else if (message.kind === 'plan') {
      if (this.#isPlanned) throw this.#refused('it plans its modules twice');
      this.#isPlanned = true;
      composer.onPlan(message.modules);
    } else {
      // The time in which the guest waits for an answer does not count.
      clearTimeout(this.#timer);
      composer
        .answer(message)
        .then((text) => this.#answer(message.id, text))
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
    for (const line of plainLines(lines)) this.#run.print(`[${this.#run.app}] ${line}`);
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
    if (this.#said > this.#limits.messageLength) throw this.#refused('it says or asks too much');
  }

  #refused(reason: string, stack = '') {
    const sentence = plainText(`${this.#step}: ${reason}`);
    return new ReleaseError({ app: this.#run.app, reason: sentence, stack });
  }
}
