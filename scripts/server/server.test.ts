import path from 'node:path';
import { signalsPath } from '@shopwright/shared/contracts/signals';
import { readSettings } from '../environment';
import { readLedger } from '../release/ledger';
import { freePort } from '../testing/free-port';
import { aFolderSite, type FolderSite } from '../testing/release/a-folder';
import { visitOnce } from '../testing/server/visits';
import { serveSite } from './server';

let site: FolderSite;

beforeAll(async () => {
  site = await aFolderSite({ environment: { siteUrl: null, pricesUrl: null } });
  await site.publishAll();
  await site.type('settings', '--signals', signalsPath);
});

afterAll(() => site.dispose());

const serve = async (variables: Readonly<Record<string, string>>) =>
  serveSite(
    readSettings({
      ...{ SITE_DIR: site.folder, DATA_DIR: path.join(site.root, 'data') },
      ...{ PORT: String(await freePort()), ...variables },
    }),
  );

const token = 'a'.repeat(32);

test.each([
  ['localhost', 'localhost', 200],
  ['::1', '[::1]', 200],
  // Also of other machines.
  ['0.0.0.0', '127.0.0.1', 404],
  ['::', '127.0.0.1', 404],
  ['::', '[::1]', 404],
])('at HOST %s a server answers at %s, its status page without a token: %d', async (...row) => {
  const [HOST, name, status] = row;
  const { url, close } = await serve({ HOST, STATUS_TOKEN: token });
  try {
    const at = `http://${name}:${new URL(url).port}`;
    expect((await fetch(at)).status).toBe(200);
    expect((await fetch(`${at}/_site`)).status).toBe(status);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${at}/_site`, { headers })).status).toBe(200);
  } finally {
    await close();
  }
});

test('the figures count faults by app and release, those of visits to what is live alone', async () => {
  const PROBE_PORT = String(await freePort());
  const { url, close } = await serve({ PROBE_PORT, TRUSTED_PROXIES: '127.0.0.1,::1' });
  try {
    const { live } = await readLedger(site.tool.store);
    const { releases = {} } = live ?? {};
    const fault = (app: string) => {
      const version = releases[app] ?? '';
      return { app, version, expose: './Section', stage: 'render', cause: 'Error' };
    };
    const pricing = { faults: [fault('pricing')] };
    const both = { faults: [fault('pricing'), fault('signup')] };
    for (const told of [{}, pricing, pricing, both]) await visitOnce(url, releases, 7, told);
    const made = { ...releases, pricing: 'invented' };
    await visitOnce(url, made, 7, { faults: [{ ...fault('pricing'), version: 'invented' }] });
    const figures = await (await fetch(`http://127.0.0.1:${PROBE_PORT}/metrics`)).text();
    const faults = figures.split('\n').filter((line) => line.startsWith('page_faults_total'));
    expect(faults.sort()).toEqual([
      `page_faults_total{app="pricing",release="${releases['pricing']}"} 3`,
      `page_faults_total{app="signup",release="${releases['signup']}"} 1`,
    ]);
  } finally {
    await close();
  }
});
