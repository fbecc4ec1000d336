import type { BrowserContext } from '@playwright/test';

/**
 * Chromium’s warning of a preload that nothing has used some seconds after the load event. It means a slow machine,
 * or a test that delayed the script. A preload that nothing can use shows in the list of calls.
 */
const slowPreload = 'was preloaded using link preload but not used within a few seconds';

/**
 * What the pages of one test write to the console: errors, warnings and uncaught exceptions, each
 * as one line `error: <text> (<address of the script or resource>)`.
 */
export class ConsoleWatch {
  readonly #lines: string[] = [];
  readonly #allowed: RegExp[] = [];
  readonly #expected: RegExp[] = [];

  /** Watches every page of the context, those that it opens later included. */
  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      const type = message.type();
      if (type !== 'error' && type !== 'warning') return;
      if (message.text().includes(slowPreload)) return;
      this.note(`${type}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (webError) => {
      const error = webError.error();
      // What the browser itself rejects with has a message and an empty stack.
      const said = error.stack?.includes(error.message) ? error.stack : error.message;
      this.note(`exception: ${said}`);
    });
  }

  note(...lines: readonly string[]): void {
    this.#lines.push(...lines);
  }

  /** Allows matching lines, before and after this call, and demands at least one. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Allows matching lines without demanding one: for what depends on timing. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  /** How many lines so far match. */
  count(pattern: RegExp): number {
    return this.#lines.filter((line) => pattern.test(line)).length;
  }

  /** @returns the sentences to fail with; none when all was as expected */
  failures(): string[] {
    const known = [...this.#allowed, ...this.#expected];
    const unexpected = this.#lines.filter((line) => !known.some((pattern) => pattern.test(line)));
    const missing = this.#expected.filter((pattern) => this.count(pattern) === 0);
    return [
      ...unexpected.map((line) => `Unexpected in the console: ${line}`),
      ...missing.map((pattern) => `Nothing in the console matched ${String(pattern)}.`),
    ];
  }
}
