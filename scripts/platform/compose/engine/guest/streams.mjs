/*
 * As much of https://streams.spec.whatwg.org as renderers of React need: one reader, chunks in their order, asked
 * for when somebody reads.
 */

class ReadableStream {
  #source;
  #chunks = [];
  #waiting = [];
  #state = 'readable';
  #error;
  #isPulling = false;
  #isLocked = false;
  #controller;

  constructor(source = {}) {
    this.#source = source;
    this.#controller = {
      desiredSize: 1,
      byobRequest: null,
      enqueue: (chunk) => {
        if (this.#state !== 'readable') throw new TypeError('The stream takes nothing more.');
        this.#chunks.push(chunk);
        this.#serve();
      },
      close: () => this.#end('closed'),
      error: (error) => {
        this.#error = error;
        this.#chunks = [];
        this.#end('errored');
      },
    };
    const started = source.start?.(this.#controller);
    Promise.resolve(started).catch((error) => this.#controller.error(error));
  }

  get locked() {
    return this.#isLocked;
  }

  #end(state) {
    if (this.#state === 'readable') this.#state = state;
    this.#serve();
  }

  #serve() {
    while (this.#waiting.length > 0) {
      const { resolve, reject } = this.#waiting[0];
      if (this.#chunks.length > 0) resolve({ value: this.#chunks.shift(), done: false });
      else if (this.#state === 'errored') reject(this.#error);
      else if (this.#state === 'closed') resolve({ value: undefined, done: true });
      else return;
      this.#waiting.shift();
    }
  }

  #read() {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#serve();
      if (this.#waiting.length > 0) void this.#pull();
    });
  }

  async #pull() {
    if (this.#isPulling || !this.#source.pull) return;
    this.#isPulling = true;
    try {
      await this.#source.pull(this.#controller);
    } catch (error) {
      this.#controller.error(error);
    }
    this.#isPulling = false;
    if (this.#waiting.length > 0 && this.#state === 'readable') void this.#pull();
  }

  async cancel(reason) {
    if (this.#state !== 'readable') return;
    this.#chunks = [];
    this.#end('closed');
    await this.#source.cancel?.(reason);
  }

  getReader() {
    if (this.#isLocked) throw new TypeError('The stream has a reader already.');
    this.#isLocked = true;
    return {
      read: () => this.#read(),
      cancel: (reason) => this.cancel(reason),
      releaseLock: () => {
        this.#isLocked = false;
      },
    };
  }

  async *[Symbol.asyncIterator]() {
    const reader = this.getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  }
  values() {
    return this[Symbol.asyncIterator]();
  }
}

export const streamGlobals = { ReadableStream };
