import { format } from 'node:util';

const messages: string[] = [];

/** Messages since the last call, and their methods. */
export const takeMessages = () => messages.splice(0);

/*
 * Fails a test with an unexpected console.error or console.warn, unless it has replaced that (`jest.spyOn`). A
 * message between tests counts against the next one; after the last, against the file.
 */
for (const method of ['error', 'warn'] as const) {
  console[method] = (...parts: unknown[]) =>
    void messages.push(`Unexpected console.${method}: ${format(...parts)}`);
}

function check(): void {
  const unexpected = takeMessages();
  if (unexpected.length > 0) throw new Error(unexpected.join('\n'));
}

afterEach(check);
afterAll(check);
