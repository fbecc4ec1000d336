/* Events and AbortSignal. No polyfill has signals that are event targets: https://dom.spec.whatwg.org. */

import * as shim from 'event-target-shim';
import { fail } from '../guest/failure.mjs';
import { timerGlobals } from '../guest/timers.mjs';

// A listener that throws ends the guest, as it would end a Node process.
shim.setErrorHandler(({ error }) => fail(error));

/** Event → the target of its last dispatch, which the shim forgets. */
const targets = new WeakMap();

class Event extends shim.Event {
  get target() {
    return super.target ?? targets.get(this) ?? null;
  }
}

class CustomEvent extends Event {
  constructor(type, options = {}) {
    super(type, options);
    this.detail = options.detail ?? null;
  }
}

class EventTarget extends shim.EventTarget {
  dispatchEvent(event) {
    targets.set(event, this);
    return super.dispatchEvent(event);
  }
}

/** Only AbortController and AbortSignal may abort a signal. */
let abortSignal;

class AbortSignal extends EventTarget {
  #aborted = false;
  #reason;

  static {
    const aborted = () => new DOMException('This operation was aborted', 'AbortError');
    abortSignal = (signal, reason = aborted()) => {
      if (signal.#aborted) return;
      signal.#aborted = true;
      signal.#reason = reason;
      signal.dispatchEvent(new Event('abort'));
    };
    shim.defineEventAttribute(AbortSignal.prototype, 'abort');
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

export { AbortController, AbortSignal, CustomEvent, Event, EventTarget };
