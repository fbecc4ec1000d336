import { format } from 'node:util';

const messages: string[] = [];

/** What was written since the last call, and by which method. */
export const takeMessages = () => messages.splice(0);

/*
 * A console.error or console.warn fails the test it falls in, unless that test has put something in its place
 * (`jest.spyOn`). Messages between tests count against the next one; those after the last, against the file.
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
