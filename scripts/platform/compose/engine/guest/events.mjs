/* Events, and the signals that cancel what is under way (https://dom.spec.whatwg.org). */

class DOMException extends Error {
  #name;
  constructor(message = '', name = 'Error') {
    super(message);
    this.#name = name;
  }
  get name() {
    return this.#name;
  }
}

class Event {
  defaultPrevented = false;
  target = null;
  constructor(type, { cancelable = false, bubbles = false } = {}) {
    Object.assign(this, { type: String(type), cancelable, bubbles });
  }
  preventDefault() {
    this.defaultPrevented = this.cancelable;
  }
  stopImmediatePropagation() {
    this.isStopped = true;
  }
}

class EventTarget {
  #listeners = [];

  addEventListener(type, listener, options = {}) {
    const isKnown = this.#listeners.some(
      (each) => each.type === type && each.listener === listener,
    );
    if (isKnown || !listener) return;
    this.#listeners.push({ type, listener, once: Boolean(Object(options).once) });
    Object(options).signal?.addEventListener('abort', () =>
      this.removeEventListener(type, listener),
    );
  }
  removeEventListener(type, listener) {
    this.#listeners = this.#listeners.filter(
      (each) => each.type !== type || each.listener !== listener,
    );
  }
  dispatchEvent(event) {
    event.target = this;
    event.currentTarget = this;
    const heard = this.#listeners.filter(({ type }) => type === event.type);
    this[`on${event.type}`]?.(event);
    for (const { type, listener, once } of heard) {
      if (event.isStopped) break;
      if (once) this.removeEventListener(type, listener);
      if (typeof listener === 'function') listener.call(this, event);
      else listener.handleEvent(event);
    }
    return !event.defaultPrevented;
  }
}

/** Known to the controller and the signal alone. */
let abortSignal;

class AbortSignal extends EventTarget {
  #isAborted = false;
  #reason;
  onabort = null;

  static {
    abortSignal = (
      signal,
      reason = new DOMException('This operation was aborted', 'AbortError'),
    ) => {
      if (signal.#isAborted) return;
      signal.#isAborted = true;
      signal.#reason = reason;
      signal.dispatchEvent(new Event('abort'));
    };
  }

  static abort(reason) {
    const signal = new AbortSignal();
    abortSignal(signal, reason);
    return signal;
  }
  static timeout(milliseconds) {
    const signal = new AbortSignal();
    const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    setTimeout(() => abortSignal(signal, reason), milliseconds);
    return signal;
  }
  static any(signals) {
    const any = new AbortSignal();
    for (const signal of signals) {
      if (signal.aborted) abortSignal(any, signal.reason);
      signal.addEventListener('abort', () => abortSignal(any, signal.reason));
    }
    return any;
  }

  get aborted() {
    return this.#isAborted;
  }
  get reason() {
    return this.#reason;
  }
  throwIfAborted() {
    if (this.#isAborted) throw this.#reason;
  }
}

class AbortController {
  #signal = new AbortSignal();
  get signal() {
    return this.#signal;
  }
  abort(reason) {
    abortSignal(this.#signal, reason);
  }
}

export const eventGlobals = { DOMException, Event, EventTarget, AbortSignal, AbortController };
