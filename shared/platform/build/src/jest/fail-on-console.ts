import { format } from 'node:util';

const messages: string[] = [];

/** Returns the unexpected messages since the last call, and forgets them. */
export const takeMessages = () => messages.splice(0);

/*
 * Fails a test that calls console.error or console.warn, unless the test has replaced the method with `jest.spyOn`. A
 * message between two tests fails the second one, and a message after the last test fails the file.
 */
for (const method of ['error', 'warn'] as const) {
  console[method] = (...parts: unknown[]) =>
    void messages.push(`Unexpected console.${method}: ${format(...parts)}`);
}

function refuseMessages(): void {
  const unexpected = takeMessages();
  if (unexpected.length > 0) throw new Error(unexpected.join('\n'));
}

afterEach(refuseMessages);
afterAll(refuseMessages);
