import { tablesPath } from '@shopwright/shared/contracts/plans';
import { createAccountPath } from '@shopwright/shared/contracts/sign-up';
import { signInPath } from '@shopwright/shared/contracts/site-links';
import { startServicesProcess, stopServicesProcesses } from '../testing/services/child-process';
import { removeTemporaryFolders, temporaryFolder } from '../testing/services/temporary-folder';
import { ada, createAccount } from '../testing/services/visitor';

/** Milliseconds; `npm run soak` sets SOAK. */
const length = process.env['SOAK'] ? 20_000 : 4000;
const connections = 50;

afterAll(() => {
  stopServicesProcesses();
  removeTemporaryFolders();
});

/** What a visitor or somebody worse does next; the e-mails of neighbours meet on purpose. */
const acts: readonly ((url: string, name: string, shared: string) => Promise<Response>)[] = [
  (url, name) => createAccount(url, { ...ada, emailAddress: `${name}@example.com` }),
  (url, _name, shared) => createAccount(url, { ...ada, emailAddress: `${shared}@example.com` }),
  (url) => fetch(`${url}${tablesPath}`),
  (url) => fetch(`${url}${signInPath}`, { redirect: 'manual' }),
  (url) => fetch(`${url}/redirect/internal?path=//evil.example`, { redirect: 'manual' }),
  (url, name) => createAccount(url, { ...ada, emailAddress: name }),
  (url) => fetch(`${url}${createAccountPath}`, { method: 'POST', body: '{broken' }),
  (url) => fetch(`${url}${createAccountPath}`, { method: 'POST', body: 'x'.repeat(100_000) }),
];

test('fifty connections of every kind bring no failure, lose no account and double none', async () => {
  const dataDir = temporaryFolder();
  const server = await startServicesProcess({ dataDir });
  const statuses = new Map<number, number>();
  const acknowledged: string[] = [];
  const broken: string[] = [];
  const end = Date.now() + length;

  async function visit(worker: number): Promise<void> {
    for (let turn = 0; Date.now() < end; turn += 1) {
      const kind = (turn + worker) % acts.length;
      const name = `w${worker}-${turn}`;
      const shared = `shared-${Math.floor(Date.now() / 500)}`;
      try {
        const answer = await acts[kind]?.(server.url, name, shared);
        const status = answer?.status ?? 0;
        await answer?.text();
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 201) acknowledged.push(kind === 0 ? name : shared);
      } catch (error) {
        // A body that is refused before it has arrived may break the connection.
        if (kind !== 7) broken.push(String(error));
      }
    }
  }

  await Promise.all(Array.from({ length: connections }, (_, worker) => visit(worker)));
  expect(broken).toEqual([]);
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(length / 1000);
  expect(acknowledged.length).toBeGreaterThan(length / 1000);
  // One account for each e-mail, however many asked for it at once.
  expect(new Set(acknowledged).size).toBe(acknowledged.length);

  await server.stop('SIGKILL');
  const again = await startServicesProcess({ dataDir });
  const lost: string[] = [];
  const left = [...acknowledged];
  const ask = async () => {
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      const { status } = await createAccount(again.url, {
        ...ada,
        emailAddress: `${name}@example.com`,
      });
      if (status !== 409) lost.push(`${name}: ${status}`);
    }
  };
  await Promise.all(Array.from({ length: 10 }, ask));
  expect(lost).toEqual([]);
  expect(await again.stop('SIGTERM')).toBe(0);
  expect(`${server.errors()}${again.errors()}`).toBe('');
});
