/* Events, and signals that cancel work (https://dom.spec.whatwg.org). No target is inside another. */

import { timerGlobals } from './timers.mjs';

class DOMException extends Error {
  constructor(message = '', name = 'Error') {
    super(message);
    Object.defineProperty(this, 'name', { value: name });
  }
}

/** Known to events and targets alone. */
let begin;
let isStopped;

class Event {
  #isStopped = false;
  #isPrevented = false;
  #target = null;
  #isUnderWay = false;
  timeStamp = 0;

  static {
    begin = (event, target) => {
      event.#isUnderWay = target !== null;
      event.#target = target ?? event.#target;
    };
    isStopped = (event) => event.#isStopped;
  }

  constructor(type, { bubbles = false, cancelable = false, composed = false } = {}) {
    const facts = { type: String(type), isTrusted: false };
    Object.assign(this, facts, { bubbles, cancelable, composed });
  }
  get target() {
    return this.#target;
  }
  get currentTarget() {
    return this.#isUnderWay ? this.#target : null;
  }
  get eventPhase() {
    return this.#isUnderWay ? 2 : 0;
  }
  get defaultPrevented() {
    return this.#isPrevented;
  }
  composedPath() {
    return this.#isUnderWay ? [this.#target] : [];
  }
  preventDefault() {
    this.#isPrevented = this.cancelable;
  }
  stopPropagation = () => undefined;
  stopImmediatePropagation() {
    this.#isStopped = true;
  }
}

class CustomEvent extends Event {
  constructor(type, { detail = null, ...options } = {}) {
    super(type, options);
    this.detail = detail;
  }
}

const optionsOf = (options) =>
  typeof options === 'boolean' ? { capture: options } : (options ?? {});

class EventTarget {
  #listeners = [];

  #find(type, listener, options) {
    const { capture = false } = optionsOf(options);
    return this.#listeners.find(
      (each) => each.type === type && each.listener === listener && each.capture === capture,
    );
  }
  addEventListener(type, listener, options) {
    const { capture = false, once = false, signal } = optionsOf(options);
    if (!listener || signal?.aborted || this.#find(type, listener, options)) return;
    this.#listeners.push({ type, listener, capture, once });
    signal?.addEventListener('abort', () => this.removeEventListener(type, listener, options));
  }
  removeEventListener(type, listener, options) {
    const known = this.#find(type, listener, options);
    this.#listeners = this.#listeners.filter((each) => each !== known);
  }
  dispatchEvent(event) {
    begin(event, this);
    this[`on${event.type}`]?.(event);
    for (const each of [...this.#listeners]) {
      const { type, listener, once, capture } = each;
      if (type !== event.type || !this.#listeners.includes(each)) continue;
      if (once) this.removeEventListener(type, listener, capture);
      if (typeof listener === 'function') listener.call(this, event);
      else listener.handleEvent(event);
      if (isStopped(event)) break;
    }
    begin(event, null);
    return !event.defaultPrevented;
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
  static timeout(milliseconds) {
    const signal = new AbortSignal();
    const late = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    timerGlobals.setTimeout(() => abortSignal(signal, late), milliseconds);
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

export const eventGlobals = {
  ...{ DOMException, Event, CustomEvent, EventTarget, AbortSignal, AbortController },
};
