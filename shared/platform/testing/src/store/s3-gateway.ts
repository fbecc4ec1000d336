import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { getRepositoryRoot } from '@composed/apps/this-repository';
import type { BucketLocation } from '@composed/command/environment';
import { openClient } from '@composed/release/store/bucket-client';
import { hasGateway } from '@composed/command/installed-software.mjs';
import { freePort } from '@composed/http/operations/free-port';
import { startProcess } from '../server/start-process';

/** Returns the variables with which the AWS SDK uses a gateway at this address. */
export function gatewayEnvironment(address: string) {
  return {
    AWS_ENDPOINT_URL_S3: address,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'testkey',
    AWS_SECRET_ACCESS_KEY: 'testsecret',
  };
}

/**
 * Starts a real S3 gateway with its data in memory, which takes about two seconds, and sets the variables of this
 * process so that the SDK uses it. The gateway ends with this process at the latest.
 */
export async function startGateway() {
  const folder = await mkdtemp(path.join(tmpdir(), 's3-'));
  const parameters = [folder, String(await freePort()), String(await freePort())];
  const script = path.join(import.meta.dirname, 's3-gateway.sh');
  const gateway = startProcess('bash', [script, ...parameters]);
  const url = await gateway.ready(/^S3 at (\S+)$/m);
  const gatewayVariables = gatewayEnvironment(url);
  // The SDK treats an empty variable as unset.
  const previousVariables = Object.keys(gatewayVariables).map(
    (name) => [name, process.env[name] ?? ''] as const,
  );
  Object.assign(process.env, gatewayVariables);
  return {
    url,
    createBucket: (name: string) => openClient().createBucket({ Bucket: name }),
    /** Creates a user without any permissions. @returns the user's credentials */
    createUser: async (name: string) => {
      const credentials = { accessKeyId: `${name}-key`, secretAccessKey: `${name}-secret` };
      const keys = [`--access-key=${name}-key`, `--secret-key=${name}-secret`];
      const user = ['user', 'create', `--uid=${name}`, `--display-name=${name}`, ...keys];
      const env = { ...process.env, CEPH_CONF: path.join(folder, 'ceph.conf') };
      const command = ['--admin-socket', '', '-n', 'client.admin', ...user];
      await promisify(execFile)('radosgw-admin', command, { env, timeout: 30_000 });
      return credentials;
    },
    /** Restores the variables and ends the gateway. A second call does nothing. */
    stop: () => {
      Object.assign(process.env, Object.fromEntries(previousVariables.splice(0)));
      gateway.child.stdin.end();
      return gateway.ended;
    },
  };
}

/** Runs tests on a real gateway with this bucket, or skips them on machines without a gateway. */
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
    // Jest runs this after the tests' own `afterAll`.
    afterAll(() => gateway.stop());
  });
}

/** Makes the public keys of a bucket readable for everybody, with the policy in shared/platform/OPERATING.md. */
export async function openPublicKeys({ bucket, prefix }: BucketLocation) {
  const readme = await readFile(
    path.join(getRepositoryRoot(), 'shared/platform/OPERATING.md'),
    'utf8',
  );
  const [example = ''] = /^\{\n {2}"Effect"[^]*?^\}/m.exec(readme) ?? [];
  const Statement: unknown = JSON.parse(example.replace('bucket/prefix/', `${bucket}/${prefix}`));
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement });
  await openClient().putBucketPolicy({ Bucket: bucket, Policy });
}
