import { existsSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { telemetryPath } from '@composed/contracts/telemetry';
import { BucketObjects } from '@composed/release/store/bucket-objects';
import { BucketStore } from '@composed/release/store/bucket-store';
import { startScript } from '@composed/testing/server/start-process';
import { freePort } from '@composed/http/operations/free-port';
import { aFolderSite, type FolderSite } from '@composed/testing/release/folder-site';
import { fakeCompose, parseFakePage } from '@composed/testing/release/fake-compose';
import { fakeScript, fakeVersion } from '@composed/testing/release/fake-release';
import { until } from '@composed/testing/server/until';
import { untilJudged, visitBrokenCanary } from '@composed/testing/server/visits';
import { describeWithGateway, gatewayEnvironment } from '@composed/testing/store/s3-gateway';
import { startS3Proxy } from '@composed/testing/store/s3-proxy';
import {
  ada,
  createAccount,
  openVisitor,
  signIn,
  textOf,
} from '@shopwright/services/testing/visitor';

let site: FolderSite;
let folder: string;
/** A proxy between the servers and the bucket, which can be closed. */
let proxy: Awaited<ReturnType<typeof startS3Proxy>>;
const processes = new Map<string, ReturnType<typeof startScript>>();
/** Pages of rows of the host's table: nested, and one with a parameter. */
let ofRows: readonly string[] = [];
let services: string;
let servers: string[];

async function start(
  command: string,
  line: RegExp,
  ownEnvironment: Record<string, string>,
  name = command,
) {
  const env = { ...process.env, SITE_URL: '', PORT: String(await freePort()), ...ownEnvironment };
  const started = startScript(command, [], { env });
  processes.set(name, started);
  return started.ready(line);
}

describeWithGateway('two servers of one bucket, and one of services', 'site', (gateway) => {
  beforeAll(async () => {
    folder = temporaryFolder();
    proxy = await startS3Proxy(gateway().url);
    site = aFolderSite({
      store: new BucketStore({ bucket: 'site', prefix: 'shop/' }),
      environmentSettings: { siteUrl: null, data: {} },
      compose: async (input) => {
        const { id, pages, ...composed } = await fakeCompose(input);
        const page = pages.get('index.html') ?? Buffer.of();
        const added = ofRows.map((name) => [name, page] as const);
        return { ...composed, id: `${id}${ofRows.length}`, pages: new Map([...pages, ...added]) };
      },
    });
    await site.publishAll();
    const DATA_DIR = path.join(folder, 'data');
    const TRUSTED_PROXIES = '127.0.0.1,::1';
    const SITE_STORE = 's3://site/shop';
    services = await start('services', /services are ready at (\S+)/, {
      DATA_DIR,
      SITE_STORE,
      TRUSTED_PROXIES,
      LOG: 'text',
    });
    const bucket = { ...gatewayEnvironment(proxy.url), SITE_STORE, TRUSTED_PROXIES };
    const forwarded = { SUBSCRIPTION_URL: services, MANAGER_URL: services, STORE_UI_URL: services };
    const environmentOf = (name: string) => ({
      ...bucket,
      ...forwarded,
      DATA_DIR: path.join(folder, name),
    });
    servers = await Promise.all(
      ['one', 'two'].map((name) => start('serve', /is ready at (\S+)/, environmentOf(name), name)),
    );
  });

  afterAll(async () => {
    await Promise.all([...processes.values()].map(({ stop }) => stop()));
    await proxy.stop();
  });

  const pricingOf = async (server: string, page = '/') =>
    parseFakePage(await (await fetch(server + page)).text()).releases['pricing'];

  /** Waits until both servers show this release. */
  const untilShown = (text: string) =>
    until(async () => {
      const shownReleases = await Promise.all(servers.map((server) => pricingOf(server)));
      return shownReleases.every((version) => version === fakeVersion('pricing', text));
    });

  test('every server has nested pages and pages with parameters, until a rollback', async () => {
    const objects = new BucketObjects({ bucket: 'site', prefix: 'shop/' });
    const untilAnswered = (status: number) =>
      until(async () => {
        const responses = servers.flatMap((server) =>
          ['/guides/first-steps', '/plans/pro'].map((page) => fetch(server + page)),
        );
        return (await Promise.all(responses)).every((response) => response.status === status);
      });
    ofRows = ['guides/first-steps.html', 'plans/pro.html'];
    await site.publish('host', 'rows');
    await untilAnswered(200);
    for (const name of ofRows) expect(await objects.read(name)).not.toBeNull();
    for (const server of servers)
      for (const page of ['/guides', '/guides/second', '/plans', '/plans/Pro', '/plans/gold'])
        expect([page, (await fetch(server + page)).status]).toEqual([page, 404]);
    ofRows = [];
    await site.rollback('host');
    await untilAnswered(404);
    expect(await objects.read('plans/pro.html')).toBeNull();
  });

  test('a visitor can sign up at one server and sign in at the other, without a database in either', async () => {
    const [one = '', two = ''] = servers;
    expect((await createAccount(one, ada)).status).toBe(201);
    const response = await signIn(await openVisitor(two), ada.emailAddress, ada.password);
    expect(await textOf(response)).toContain('Hello, Ada.');
    expect(['data', 'one', 'two'].map((name) => existsSync(path.join(folder, name)))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('the services judge a canary by the visits to every server', async () => {
    await site.runCommandLine('settings', '--telemetry', telemetryPath);
    site.sources.set('pricing', 'broken');
    await site.runCommandLine('publish', 'pricing', '--canary', '20');
    await untilJudged(servers, site);
    await visitBrokenCanary(servers, await site.ledger());
    await until(async () => (await site.ledger()).canary === null);
    const { out } = await site.runCommandLine('history');
    expect(out).toMatch(/abort .*\(visits with a fault: 100.0 % of \d+.* the judge/);
    const log = () => processes.get('services')?.output() ?? '';
    await until(async () => log().includes('canary aborted'));
    expect(log()).toMatch(/ warn canary aborted app="pricing" [^\n]*visits with a fault: 100.0 %/);
  });

  test('servers keep serving known files while the bucket is unavailable, and catch up afterwards', async () => {
    const [one = ''] = servers;
    const asset = `${one}/assets/pricing/${fakeScript('v1')}`;
    const other = `${one}/assets/host/${fakeScript('v1')}`;
    expect((await fetch(asset)).status).toBe(200);
    proxy.fateOf = () => 'drop before';
    await site.publish('pricing', 'v3');
    const isAway = async () => {
      const status = await (await fetch(`${one}/_site`)).text();
      return status.includes('The store has not answered since');
    };
    await until(isAway);
    for (const page of ['/', '/missing']) {
      expect(await pricingOf(one, page)).toBe(fakeVersion('pricing', 'v1'));
    }
    expect((await fetch(asset)).status).toBe(200);
    const missed = await fetch(other);
    expect([missed.status, missed.headers.get('cache-control')]).toEqual([503, 'no-store']);
    proxy.fateOf = () => 'pass';
    await untilShown('v3');
    expect((await fetch(other)).status).toBe(200);
    // A request that began earlier may still fail.
    await until(async () => !(await isAway()));
  });
});
