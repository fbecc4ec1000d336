import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { until } from '@composed/testing/server/until';
import { startTestServices } from '../testing/start-test-services';
import { ada, createAccount } from '../testing/visitor';

/** Starts the services as a process of their own. */
async function start(dataDir: string) {
  const program = `
    import { startTestServices } from './shared/services/testing/start-test-services';
    console.log((await startTestServices(${JSON.stringify(dataDir)})).url);`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [address] = (await once(child.stdout, 'data')) as [Buffer];
  const kill = async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  return { url: String(address).trim(), kill };
}

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

test('killing the server under load loses no acknowledged account and duplicates none', async () => {
  const dataDir = temporaryFolder();
  const acknowledged = new Set<string>();
  const statuses = new Set<number>();

  for (let round = 0; round < 3; round += 1) {
    const server = await start(dataDir);
    const workers = Array.from({ length: 50 }, (_, index) =>
      load(server.url, round * 100 + index, acknowledged, statuses),
    );
    const enough = acknowledged.size + 2 + round;
    await until(() => acknowledged.size >= enough);
    await server.kill();
    await Promise.all(workers);
  }
  expect([...statuses].filter((status) => status !== 201 && status !== 429)).toEqual([]);

  const server = await startTestServices(dataDir);
  const lost: string[] = [];
  const unchecked = [...acknowledged];
  const ask = async () => {
    for (
      let emailAddress = unchecked.pop();
      emailAddress !== undefined;
      emailAddress = unchecked.pop()
    ) {
      const { status } = await createAccount(server.url, { ...ada, emailAddress });
      if (status !== 409) lost.push(`${emailAddress}: ${status}`);
    }
  };
  // One address may have ten requests in the queue.
  await Promise.all(Array.from({ length: 10 }, ask));
  await server.close();
  expect(lost).toEqual([]);
});
