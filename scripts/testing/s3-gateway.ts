import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { openClient } from '../release/stores/bucket-client';
import { startProcess } from './child';
import { freePort } from './free-port';

/** What the SDK reads to find a gateway at this address. */
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
  const url = await gateway.ready(/^S3 at (\S+)$/m, 60_000);
  Object.assign(process.env, gatewayEnvironment(url));
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
    /** Does nothing the second time. */
    stop: () => {
      gateway.child.stdin.end();
      return gateway.ended;
    },
  };
}
