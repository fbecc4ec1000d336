import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { nginxConfiguration } from '../server/nginx/configuration';
import type { NginxOptions } from '../server/nginx/options';
import { upstreamTimeLimits } from '../services/server-options';

const program = '/usr/sbin/nginx';
const modules = '/usr/lib/nginx/modules';
const startLimit = 60_000;

export interface RunningNginx {
  readonly errors: () => Promise<string>;
  readonly log: () => Promise<string>;
  /** Ends it by its own process id and removes its folder. */
  readonly stop: () => Promise<void>;
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/**
 * Runs the real nginx until `stop`. Started by root, its workers run under the account that nginx was built with,
 * as in production.
 * @param folder of its own, where it finds its configuration
 * @param ports of 127.0.0.1, every one that it listens on
 * @throws Error with what nginx wrote when it does not start
 */
export async function startNginx(
  folder: string,
  configuration: string,
  ports: readonly number[],
): Promise<RunningNginx> {
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, configuration);
  const child = spawn(program, ['-p', folder, '-c', file, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const gone = once(child, 'exit');
  let printed = '';
  child.stderr.on('data', (data: Buffer) => (printed += String(data)));
  const read = (name: string) => readFile(path.join(folder, name), 'utf8').catch(() => '');
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await gone;
    }
    await rm(folder, { recursive: true, force: true });
  };
  const limit = Date.now() + startLimit;
  for (;;) {
    if ((await Promise.all(ports.map(listens))).every(Boolean)) break;
    if (child.exitCode !== null || Date.now() > limit) {
      const errors = await read('error.log');
      await stop();
      throw new Error(`nginx did not start.\n${printed}${errors}`);
    }
    await wait(50);
  }
  return { errors: () => read('error.log'), log: () => read('access.log'), stop };
}

/**
 * Runs nginx with the configuration that the release tool writes, in a folder of its own.
 * @param ports every port that it listens on, the site's own first
 * @param options what differs from a site over plain HTTP with the embedded services
 */
export async function runNginxOn(
  ports: readonly [number, ...number[]],
  options: Pick<NginxOptions, 'siteDir' | 'siteUrl'> & Partial<NginxOptions>,
): Promise<RunningNginx> {
  const folder = await mkdtemp(path.join(tmpdir(), 'nginx-'));
  await chmod(folder, 0o755);
  const configuration = nginxConfiguration({
    upstreams: { subscription: null, manager: null, storeUi: null },
    services: null,
    bucket: null,
    servers: [],
    timeLimits: upstreamTimeLimits,
    listen: [`127.0.0.1:${ports[0]}`],
    tls: null,
    hsts: 'host',
    trustedProxies: [],
    previewUrl: null,
    resolvers: [],
    user: null,
    ...options,
    runFolder: folder,
    modules,
  });
  return startNginx(folder, configuration, ports);
}

/**
 * Lets other accounts enter a temporary folder, which belongs to its owner alone: what a person does with
 * the folders above a store.
 */
export function letOthersIn(folder: string): Promise<void> {
  return chmod(folder, 0o711);
}
