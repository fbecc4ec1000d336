import { TestEnvironment as JsdomEnvironment } from 'jest-environment-jsdom';
import { forgetContexts } from './async-contexts';

/**
 * Globals that browsers have and jsdom lacks, taken from Node. AbortController stays jsdom's own: its event
 * targets accept no other, and tests replace `fetch`, which is the only other reader of it.
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

/** jsdom for component tests, with the parts of the web platform that the site relies on. */
export default class BrowserEnvironment extends JsdomEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, fromNode);
    Object.assign(this.global.performance, {
      mark: performance.mark.bind(performance),
      clearMarks: performance.clearMarks.bind(performance),
      getEntriesByName: performance.getEntriesByName.bind(performance),
    });
    // jsdom's realm has its own Uint8Array; bytes made by Node's encoder must be instances of it.
    this.global.Uint8Array = Uint8Array;
  }

  override async teardown(): Promise<void> {
    forgetContexts();
    await super.teardown();
  }
}
