import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { startServicesProcess, stopServicesProcesses } from '../testing/services/child-process';
import { removeTemporaryFolders, temporaryFolder } from '../testing/services/temporary-folder';
import { ada, createAccount } from '../testing/services/visitor';

afterAll(() => {
  stopServicesProcesses();
  removeTemporaryFolders();
});

/** Creates accounts one after another until the server is gone. */
async function load(url: string, worker: number, acknowledged: Set<string>, seen: Set<number>) {
  for (let number = 0; ; number += 1) {
    const emailAddress = `w${worker}-${number}@example.com`;
    try {
      const { status } = await createAccount(url, { ...ada, emailAddress });
      seen.add(status);
      if (status === 201) acknowledged.add(emailAddress);
    } catch {
      return;
    }
  }
}

test('a kill in mid-load loses no acknowledged account and doubles none', async () => {
  const dataDir = temporaryFolder();
  const acknowledged = new Set<string>();
  const statuses = new Set<number>();

  for (let round = 0; round < 3; round += 1) {
    const server = await startServicesProcess({ dataDir });
    const workers = Array.from({ length: 50 }, (_, index) =>
      load(server.url, round * 100 + index, acknowledged, statuses),
    );
    const enough = acknowledged.size + 2 + round;
    while (acknowledged.size < enough) await wait(10);
    await server.stop('SIGKILL');
    await Promise.all(workers);
  }
  expect([...statuses].filter((status) => status !== 201 && status !== 429)).toEqual([]);

  const server = await startServicesProcess({ dataDir });
  const lost: string[] = [];
  const left = [...acknowledged];
  const ask = async () => {
    for (let emailAddress = left.pop(); emailAddress !== undefined; emailAddress = left.pop()) {
      const { status } = await createAccount(server.url, { ...ada, emailAddress });
      if (status !== 409) lost.push(`${emailAddress}: ${status}`);
    }
  };
  await Promise.all(Array.from({ length: 20 }, ask));
  expect(lost).toEqual([]);
  expect(await server.stop('SIGTERM')).toBe(0);
  expect(server.errors()).toBe('');
});

test('a damaged database ends the start with one sentence', async () => {
  const dataDir = temporaryFolder();
  await writeFile(`${dataDir}/shopwright.sqlite`, 'not a database '.repeat(100));
  await expect(startServicesProcess({ dataDir })).rejects.toThrow(
    /^DatabaseError: The database .* is damaged; nothing was changed: .*\.$/,
  );
});

test('a taken port ends the start', async () => {
  const server = await startServicesProcess({ dataDir: temporaryFolder() });
  const port = Number(new URL(server.url).port);
  await expect(startServicesProcess({ dataDir: temporaryFolder(), port })).rejects.toThrow(
    'is in use; stop what listens there',
  );
  await server.stop('SIGTERM');
});
