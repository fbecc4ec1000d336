import { guardedMethods, recordConsoleMessage, takeConsoleFailure } from './console';

/**
 * Makes an unexpected console.error or console.warn fail the test it falls in. Messages between
 * tests count against the next one; those after the last, against the file.
 */
export function guardConsole(): void {
  for (const method of guardedMethods) {
    console[method] = (...parts: unknown[]) => recordConsoleMessage(method, parts);
  }
  const check = (): void => {
    const failure = takeConsoleFailure();
    if (failure) throw new Error(failure);
  };
  afterEach(check);
  afterAll(check);
}
