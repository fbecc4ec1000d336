import { createServer } from 'node:http';
import { appNamed } from '@shopwright/shared/build/apps';
import { dataBlock, releaseRecordElementId } from '@shopwright/shared/contracts/page-elements';
import { readRecord } from '../compose/composed-page';
import { freePort } from '../testing/free-port';
import { checkEntry, toDevPage } from './remote-in-site';

test('a page in development loads one remote from where it is served, and the others as they are live', () => {
  const signup = { version: '0123456789ab', entry: '/assets/signup/entry.0a.js', styles: [] };
  const pricing = { ...signup, integrity: 'sha384-of-the-live-one', global: 'prices' };
  const record = { host: 'one', basePath: '', remotes: { pricing, signup } };
  const policy = '<meta http-equiv="Content-Security-Policy" content="default-src">';
  const page = `<head>${policy}${dataBlock(releaseRecordElementId, record)}</head>`;
  const at = 'http://192.0.2.1:4000/remoteEntry.js';
  const made = toDevPage(page, 'pricing', at, appNamed('host'));
  expect(made).not.toContain('Content-Security-Policy');
  const { remotes } = readRecord(made);
  expect(remotes['signup']).toEqual(signup);
  expect(remotes['pricing']).toEqual({ version: 'dev', entry: at, styles: [], global: 'prices' });
});

test('an address without a script is named before anything is built', async () => {
  const port = await freePort();
  const at = `http://localhost:${port}/entry.js`;
  await expect(checkEntry('pricing', at)).rejects.toThrow(`There is nothing of pricing at ${at};`);
  let type = 'text/html';
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': type }).end();
  });
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  await expect(checkEntry('pricing', at)).rejects.toThrow('There is no script (200) of pricing');
  type = 'text/javascript';
  await expect(checkEntry('pricing', at)).resolves.toBeUndefined();
  server.close();
});
