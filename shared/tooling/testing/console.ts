/** The console methods whose unexpected use fails a test. */
export const guardedMethods = ['error', 'warn'] as const;
export type GuardedMethod = (typeof guardedMethods)[number];

interface Message {
  readonly method: GuardedMethod;
  readonly text: string;
}

interface Expectation {
  readonly method: GuardedMethod;
  readonly pattern: RegExp;
  readonly required: boolean;
  seen: boolean;
}

interface GuardState {
  unexpected: Message[];
  expectations: Expectation[];
}

// Kept on the global object: jest.resetModules() would otherwise split the state in two.
const holder: typeof globalThis & { consoleGuard?: GuardState } = globalThis;
const state = (holder.consoleGuard ??= { unexpected: [], expectations: [] });

/**
 * Allows console messages for the rest of the current test, and demands at least one:
 * the test fails when none has come by its end.
 * @param pattern tested against the message's parts, joined by spaces
 */
export function expectConsole(method: GuardedMethod, pattern: RegExp): void {
  state.expectations.push({ method, pattern, required: true, seen: false });
}

/**
 * Allows console messages for the rest of the current test without demanding one: for those that
 * depend on the machine, such as a library's remark about the version of Node.
 */
export function allowConsole(method: GuardedMethod, pattern: RegExp): void {
  state.expectations.push({ method, pattern, required: false, seen: false });
}

/** Takes a message in: an expectation is met by it, or it is kept for `takeConsoleFailure`. */
export function recordConsoleMessage(method: GuardedMethod, parts: readonly unknown[]): void {
  const text = parts.map(asText).join(' ');
  const expected = state.expectations.find(
    (expectation) => expectation.method === method && expectation.pattern.test(text),
  );
  if (expected) expected.seen = true;
  else state.unexpected.push({ method, text });
}

/**
 * Ends a test's account: forgets its messages and expectations.
 * @returns the sentence to fail with, or null when all was as expected
 */
export function takeConsoleFailure(): string | null {
  const lines = [
    ...state.unexpected.map(({ method, text }) => `Unexpected console.${method}: ${text}`),
    ...state.expectations
      .filter(({ required, seen }) => required && !seen)
      .map(
        ({ method, pattern }) =>
          `Expected console.${method} matching ${String(pattern)}, saw none.`,
      ),
  ];
  state.unexpected = [];
  state.expectations = [];
  return lines.length > 0 ? lines.join('\n') : null;
}

function asText(part: unknown): string {
  if (part instanceof Error) return part.stack ?? part.message;
  if (typeof part !== 'object' || part === null) return String(part);
  try {
    return JSON.stringify(part);
  } catch {
    return Object.prototype.toString.call(part);
  }
}
