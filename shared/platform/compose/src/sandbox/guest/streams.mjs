/*
 * The part of https://streams.spec.whatwg.org that React’s renderers need: one reader, which asks for chunks in their
 * order.
 */

class ReadableStream {
  #source;
  #chunks = [];
  /** The event that comes after the chunks: nothing yet, the end, or an error. */
  #end;
  #wake = () => undefined;
  #controller;
  locked = false;

  constructor(source = {}) {
    this.#source = source;
    const finish = (end) => {
      this.#end ??= end;
      this.#wake();
    };
    this.#controller = {
      desiredSize: 1,
      byobRequest: null,
      enqueue: (chunk) => {
        if (this.#end) throw new TypeError('The stream is closed.');
        this.#chunks.push(chunk);
        this.#wake();
      },
      close: () => finish({ value: undefined, done: true }),
      error: (error) => {
        if (!this.#end) this.#chunks = [];
        finish({ error });
      },
    };
    source.start?.(this.#controller);
  }

  async #read() {
    while (this.#chunks.length === 0 && !this.#end) {
      const woken = new Promise((resolve) => (this.#wake = resolve));
      await Promise.resolve(this.#source.pull?.(this.#controller)).catch(this.#controller.error);
      await woken;
    }
    if (this.#chunks.length > 0) return { value: this.#chunks.shift(), done: false };
    if ('error' in this.#end) throw this.#end.error;
    return this.#end;
  }

  async cancel(reason) {
    if (this.#end) return;
    this.#chunks = [];
    this.#controller.close();
    await this.#source.cancel?.(reason);
  }

  getReader() {
    if (this.locked) throw new TypeError('The stream is locked to a reader.');
    this.locked = true;
    // One after the other, however many are asked for at once.
    let last = Promise.resolve();
    return {
      read: () => (last = last.catch(() => undefined).then(() => this.#read())),
      cancel: (reason) => this.cancel(reason),
      releaseLock: () => {
        this.locked = false;
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
}

export const streamGlobals = { ReadableStream };
