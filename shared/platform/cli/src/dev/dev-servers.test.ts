import '@composed/testing/apps/checkout';
import { createServer } from 'node:net';
import { requireApp } from '@composed/apps';
import { freePort } from '@composed/http/operations/free-port';
import { checkDevApps, checkPort, runDevServers } from './dev-servers';

const hostApp = requireApp('host');

test('a taken port is named with who needs it and the variable that moves it', async () => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  await expect(checkDevApps([{ ...hostApp, port }])).rejects.toThrow(
    `Port ${port}, which the dev server of host needs, is in use; stop what listens there, or set DEV_PORT to another one.`,
  );
  await expect(checkPort(port, 'the site', 'PORT')).rejects.toThrow('or set PORT to another one.');
  server.close();
});

test('a dev server that dies ends the command with one sentence, and what runs beside it', async () => {
  let closed = 0;
  const close = async () => void (closed += 1);
  // This folder has no configuration of webpack.
  const app = { ...hostApp, name: 'broken', folder: 'shared' };
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await expect(runDevServers([app], 'http://localhost', 'ready', close)).rejects.toThrow(
    /^The dev server of broken died \(\d+\)\.$/,
  );
  expect(closed).toBe(1);
  const written = write.mock.calls.flat().join('');
  expect(written).toMatch(/^\[broken\] .*webpack\.config\.ts/m);
  expect(written).not.toMatch(/^ready$/m);
});

test('an app whose folder this checkout does not have is named', async () => {
  const app = { ...hostApp, folder: 'remote-gone' };
  await expect(checkDevApps([app])).rejects.toThrow(
    'host cannot be built: this checkout has no folder remote-gone',
  );
});
