import { TestEnvironment as JsdomEnvironment } from 'jest-environment-jsdom';
import { forgetContexts } from './async-contexts';

/**
 * Globals that browsers have and jsdom lacks, taken from Node. AbortController stays jsdom's: jsdom's event targets
 * accept no other signal, and tests replace `fetch`, the only other API here that takes signals.
 */
const fromNode = {
  fetch,
  Headers,
  Request,
  Response,
  BroadcastChannel,
  PerformanceObserver,
  ReadableStream,
  TextDecoder,
  TextEncoder,
  TransformStream,
  WritableStream,
  structuredClone,
};

/** jsdom for component tests, with the web APIs that the site relies on. */
export default class BrowserEnvironment extends JsdomEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, fromNode);
    Object.assign(this.global.performance, {
      mark: performance.mark.bind(performance),
      clearMarks: performance.clearMarks.bind(performance),
      getEntriesByName: performance.getEntriesByName.bind(performance),
    });
    // jsdom has its own Uint8Array, of which the bytes from Node's TextEncoder would not be instances.
    this.global.Uint8Array = Uint8Array;
  }

  override async teardown(): Promise<void> {
    forgetContexts();
    await super.teardown();
  }
}
