import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { telemetryPath } from '@composed/contracts/telemetry';
import { readEnvironment } from '@composed/command/environment';
import { openClient } from '@composed/release/store/bucket-client';
import { BucketObjects } from '@composed/release/store/bucket-objects';
import { BucketStore } from '@composed/release/store/bucket-store';
import { testServices } from '@composed/testing/server/back-end';
import { freePort } from '@composed/http/operations/free-port';
import { aLiveSite, type FolderSite } from '@composed/testing/release/folder-site';
import { shortVersion } from '@composed/testing/release/fake-release';
import { describeWithGateway, gatewayEnvironment } from '@composed/testing/store/s3-gateway';
import { until } from '@composed/testing/server/until';
import { untilJudged, visitBrokenCanary } from '@composed/testing/server/visits';
import { serveSite } from '../serve/serve-site';

const location = { bucket: 'plain', prefix: 'site/' };

describeWithGateway('a server that judges', 'plain', (gateway) => {
  let site: FolderSite;
  let server: Awaited<ReturnType<typeof serveSite>>;
  const said: string[] = [];

  /** Rights of the server from here on; a publisher may do all. */
  async function allow(...actions: string[]) {
    const statement = (name: string, own: string[]) => ({
      Effect: 'Allow',
      Principal: { AWS: [`arn:aws:iam:::user/${name}`] },
      Action: own.map((action) => `s3:${action}`),
      Resource: ['arn:aws:s3:::plain', 'arn:aws:s3:::plain/site/*'],
    });
    const Statement = [statement('server', actions), statement('publisher', writing)];
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement });
    await owner.putBucketPolicy({ Bucket: 'plain', Policy });
  }

  let owner: ReturnType<typeof openClient>;
  const reading = ['ListBucket', 'GetObject'];
  const writing = [...reading, 'PutObject', 'DeleteObject'];
  const statusPage = async () => (await fetch(`${server.url}/_site`)).text();

  const log = () => said.join('');

  async function begin(source: string) {
    await site.runPublishCommandLine('pricing', source, '--canary', '20');
  }

  // Mocks end with each test.
  const listen = () => {
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  };
  beforeEach(listen);

  beforeAll(async () => {
    listen();
    owner = openClient({
      credentials: { accessKeyId: 'testkey', secretAccessKey: 'testsecret' },
    });
    const { accessKeyId, secretAccessKey } = await gateway().createUser('server');
    const credentials = await gateway().createUser('publisher');
    await allow(...reading);
    site = await aLiveSite({
      store: new BucketStore(location, new BucketObjects(location, openClient({ credentials }))),
      environmentSettings: { siteUrl: null, data: {} },
    });
    await site.runCommandLine('settings', '--telemetry', telemetryPath);
    Object.assign(process.env, gatewayEnvironment(gateway().url), {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    });
    server = await serveSite(
      readEnvironment({
        PORT: String(await freePort()),
        SITE_STORE: 's3://plain/site',
        DATA_DIR: path.join(site.root, 'data'),
        TRUSTED_PROXIES: '127.0.0.1,::1',
      }),
      testServices,
      100,
    );
  });

  afterAll(() => server.close());

  test('without rights to write logs that once, and shows it on the status page', async () => {
    const sentence = 'This server counts telemetry but cannot judge canaries: s3://plain/site';
    await until(() => log().includes(sentence), log);
    await begin('v2');
    await wait(1000);
    expect(said.filter((line) => line.includes(sentence))).toHaveLength(1);
    expect(await statusPage()).toContain(sentence);
    const { out } = await site.runCommandLine('status');
    expect(out).toContain('Nobody judges it: no server that collects telemetry has written');
  });

  test('aborts once it has the rights, and logs a verdict that it cannot apply', async () => {
    await allow(...writing);
    await begin('v3');
    await untilJudged([server.url], site);
    await allow(...reading);
    await visitBrokenCanary([server.url], await site.ledger());
    const verdict = `The verdict on the canary of pricing ${shortVersion('pricing', 'v3')} is to abort it (visits with a fault`;
    await until(() => log().includes(verdict), log);
    expect(log()).toContain('but that failed: s3://plain/site');
    await wait(1000);
    expect(said.filter((line) => line.includes('The verdict on'))).toHaveLength(1);
    expect(await statusPage()).toContain(verdict);
    await allow(...writing);
    await until(async () => (await site.ledger()).canary === null, log);
    const end = (await site.ledger()).history.at(-1);
    expect(end).toMatchObject({ action: 'abort', by: 'the judge' });
    expect(end?.reason).toContain('visits with a fault: 100.0 % of');
    await until(async () => !(await statusPage()).includes('class="problem"'));
  });
});
