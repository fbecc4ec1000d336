import { createServer } from 'node:net';
import { appNamed } from '@shopwright/shared/build/apps';
import { freePort } from '../testing/free-port';
import { checkDevApps, checkPort, runDevServers, typeErrorCollector } from './dev-server';

const hostApp = appNamed('host');

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

test('type errors are collected whole, and those of syntax are left to the bundler', () => {
  const reports: (readonly string[])[] = [];
  const take = typeErrorCollector((errors) => reports.push(errors));
  for (const line of [
    '10:12:00 AM - Starting compilation in watch mode...',
    "a.tsx(1,2): error TS2322: Type 'A' is not assignable to type 'B'.",
    "  Property 'x' is missing.",
    "b.tsx(3,4): error TS1005: '}' expected.",
    'error TS2688: Cannot find type definition file.',
    '10:12:05 AM - Found 3 errors. Watching for file changes.',
    '10:12:09 AM - Found 0 errors. Watching for file changes.',
  ]) {
    take(line);
  }
  expect(reports).toEqual([
    [
      "a.tsx(1,2): error TS2322: Type 'A' is not assignable to type 'B'.\n  Property 'x' is missing.",
      'error TS2688: Cannot find type definition file.',
    ],
    [],
  ]);
});
