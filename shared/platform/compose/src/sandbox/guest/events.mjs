/* Events, and the signals that cancel what is under way (https://dom.spec.whatwg.org). */

class DOMException extends Error {
  constructor(message = '', name = 'Error') {
    super(message);
    Object.defineProperty(this, 'name', { value: name });
  }
}

class Event {
  target = null;
  constructor(type) {
    this.type = String(type);
  }
}

class EventTarget {
  #listeners = [];

  addEventListener(type, listener, { once = false, signal } = {}) {
    this.removeEventListener(type, listener);
    this.#listeners.push({ type, listener, once });
    signal?.addEventListener('abort', () => this.removeEventListener(type, listener));
  }
  removeEventListener(type, listener) {
    this.#listeners = this.#listeners.filter(
      (each) => each.type !== type || each.listener !== listener,
    );
  }
  dispatchEvent(event) {
    event.target = this;
    this[`on${event.type}`]?.(event);
    for (const { type, listener, once } of this.#listeners) {
      if (type !== event.type) continue;
      if (once) this.removeEventListener(type, listener);
      listener.call(this, event);
    }
    return true;
  }
}

/** Known to the controller and the signal alone. */
let abortSignal;

class AbortSignal extends EventTarget {
  #aborted = false;
  #reason;
  onabort = null;

  static {
    const aborted = () => new DOMException('This operation was aborted', 'AbortError');
    abortSignal = (signal, reason = aborted()) => {
      if (signal.#aborted) return;
      signal.#aborted = true;
      signal.#reason = reason;
      signal.dispatchEvent(new Event('abort'));
    };
  }

  static abort(reason) {
    const signal = new AbortSignal();
    abortSignal(signal, reason);
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
    return this.#aborted;
  }
  get reason() {
    return this.#reason;
  }
  throwIfAborted() {
    if (this.#aborted) throw this.#reason;
  }
}

class AbortController {
  signal = new AbortSignal();
  abort(reason) {
    abortSignal(this.signal, reason);
  }
}

export const eventGlobals = { DOMException, Event, EventTarget, AbortSignal, AbortController };
