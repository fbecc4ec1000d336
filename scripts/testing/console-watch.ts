import type { BrowserContext } from '@playwright/test';

interface Expectation {
  readonly pattern: RegExp;
  readonly required: boolean;
  seen: boolean;
}

/**
 * What Chromium says of a preload that nothing has used seconds after the load event: that the machine is
 * slow, or a test has delayed the script. A preload that nothing can use shows in the list of calls.
 */
const slowPreload = 'was preloaded using link preload but not used within a few seconds';

/**
 * What the pages of one test write to the console: errors, warnings and uncaught exceptions, each
 * as one line `error: <text> (<address of the script or resource>)`.
 */
export class ConsoleWatch {
  readonly #messages: string[] = [];
  readonly #expectations: Expectation[] = [];

  /** Watches every page of the context, those that it opens later included. */
  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      const type = message.type();
      if (type !== 'error' && type !== 'warning') return;
      if (message.text().includes(slowPreload)) return;
      this.#messages.push(`${type}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (webError) => {
      const error = webError.error();
      // What the browser itself rejects with has a message and an empty stack.
      const said = error.stack?.includes(error.message) ? error.stack : error.message;
      this.#messages.push(`exception: ${said}`);
    });
  }

  /** Allows matching lines, before and after this call, and demands at least one. */
  expect(pattern: RegExp): void {
    this.#expectations.push({ pattern, required: true, seen: false });
  }

  /** How many lines so far match. */
  count(pattern: RegExp): number {
    return this.#messages.filter((message) => pattern.test(message)).length;
  }

  /** Allows matching lines without demanding one: for what depends on timing. */
  allow(pattern: RegExp): void {
    this.#expectations.push({ pattern, required: false, seen: false });
  }

  /** @returns the sentences to fail with; none when all was as expected */
  failures(): string[] {
    const unexpected = this.#messages.filter((message) => {
      const matching = this.#expectations.filter(({ pattern }) => pattern.test(message));
      for (const expectation of matching) expectation.seen = true;
      return matching.length === 0;
    });
    const missing = this.#expectations.filter(({ required, seen }) => required && !seen);
    return [
      ...unexpected.map((message) => `Unexpected in the console: ${message}`),
      ...missing.map(({ pattern }) => `Nothing in the console matched ${String(pattern)}.`),
    ];
  }
}
