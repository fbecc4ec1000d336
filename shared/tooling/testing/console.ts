import { format } from 'node:util';

const messages: string[] = [];

/** What was written since the last call, and by which method. */
export const takeMessages = () => messages.splice(0);

/*
 * Fails the test in which an unexpected console.error or console.warn falls, unless the test has replaced it
 * (`jest.spyOn`). A message between tests counts against the next one; one after the last test counts against the
 * file.
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
