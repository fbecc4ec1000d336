import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '@composed/apps/this-repository';
import type { BucketLocation } from '@composed/command/environment';
import { openClient } from '@composed/release/store/bucket-client';
import { hasGateway } from '@composed/command/browser.mjs';
import { freePort } from '@composed/http/operations/free-port';
import { startProcess } from '../server/start-process';

/** Variables that the SDK reads to find a gateway at this address. */
export function gatewayEnvironment(address: string) {
  return {
    AWS_ENDPOINT_URL_S3: address,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'testkey',
    AWS_SECRET_ACCESS_KEY: 'testsecret',
  };
}

/**
 * Starts a real S3 gateway that keeps everything in memory, in some two seconds, and makes it the one that
 * this process asks. It ends with this process at the latest.
 */
export async function startGateway() {
  const folder = await mkdtemp(path.join(tmpdir(), 's3-'));
  const parameters = [folder, String(await freePort()), String(await freePort())];
  const script = path.join(import.meta.dirname, 's3-gateway.sh');
  const gateway = startProcess('bash', [script, ...parameters]);
  const url = await gateway.ready(/^S3 at (\S+)$/m);
  const gatewayVariables = gatewayEnvironment(url);
  // The SDK takes an empty variable for none.
  const before = Object.keys(gatewayVariables).map(
    (name) => [name, process.env[name] ?? ''] as const,
  );
  Object.assign(process.env, gatewayVariables);
  return {
    url,
    /** Makes an empty bucket of this name. */
    createBucket: (name: string) => openClient().createBucket({ Bucket: name }),
    /** Makes a user who may do nothing yet. @returns its credentials */
    createUser: async (name: string) => {
      const credentials = { accessKeyId: `${name}-key`, secretAccessKey: `${name}-secret` };
      const keys = [`--access-key=${name}-key`, `--secret-key=${name}-secret`];
      const user = ['user', 'create', `--uid=${name}`, `--display-name=${name}`, ...keys];
      const env = { ...process.env, CEPH_CONF: path.join(folder, 'ceph.conf') };
      const command = ['--admin-socket', '', '-n', 'client.admin', ...user];
      await promisify(execFile)('radosgw-admin', command, { env, timeout: 30_000 });
      return credentials;
    },
    /** Goes back to the gateway from before. Does nothing the second time. */
    stop: () => {
      Object.assign(process.env, Object.fromEntries(before.splice(0)));
      gateway.child.stdin.end();
      return gateway.ended;
    },
  };
}

/** Runs the tests of a file on a real gateway with this bucket; they are skipped where none is installed. */
export function describeWithGateway(
  name: string,
  bucket: string,
  tests: (gateway: () => Awaited<ReturnType<typeof startGateway>>) => void,
) {
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  (hasGateway() ? describe : describe.skip)(name, () => {
    beforeAll(async () => {
      gateway = await startGateway();
      await gateway.createBucket(bucket);
    });
    tests(() => gateway);
    // Tests end their own processes first.
    afterAll(() => gateway.stop());
  });
}

/** Opens a bucket to everybody by the policy in the README. */
export async function openPublicKeys({ bucket, prefix }: BucketLocation) {
  const readme = await readFile(path.join(repositoryRoot, 'shared/platform/OPERATING.md'), 'utf8');
  const [example = ''] = /^\{\n {2}"Effect"[^]*?^\}/m.exec(readme) ?? [];
  const Statement: unknown = JSON.parse(example.replace('bucket/prefix/', `${bucket}/${prefix}`));
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement });
  await openClient().putBucketPolicy({ Bucket: bucket, Policy });
}
