import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSettings } from '../environment';
import { nginxConfiguration } from '../server/nginx/configuration';
import type { NginxOptions } from '../server/nginx/options';
import { upstreamTimeLimits } from '../services/server-options';
import { startProcess } from './child';

const modules = '/usr/lib/nginx/modules';
const startLimit = 60_000;

export interface RunningNginx {
  readonly errors: () => Promise<string>;
  readonly log: () => Promise<string>;
  /** Ends it by its own process id and removes its folder. */
  readonly stop: () => Promise<void>;
}

/**
 * Runs the real nginx until `stop`. Started by root, its workers run under the account that nginx was built with,
 * as in production.
 * @param folder of its own, where it finds its configuration
 * @throws Error with what nginx wrote when it does not start
 */
export async function startNginx(folder: string, configuration: string): Promise<RunningNginx> {
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, configuration);
  // It listens before it has workers, and says so where nobody's log is.
  const settings = 'daemon off; error_log stderr notice;';
  const nginx = startProcess('/usr/sbin/nginx', ['-p', folder, '-c', file, '-g', settings]);
  const read = (name: string) => readFile(path.join(folder, name), 'utf8').catch(() => '');
  const stop = async () => {
    await nginx.stop();
    await rm(folder, { recursive: true, force: true });
  };
  await nginx.ready(/(start worker process)/, startLimit);
  return { errors: () => read('error.log'), log: () => read('access.log'), stop };
}

/**
 * Runs nginx with the configuration that the release tool writes, in a folder of its own.
 * @param port of the site
 * @param options what differs from a site over plain HTTP with the embedded services
 */
export async function runNginxOn(
  port: number,
  options: Pick<NginxOptions, 'siteDir' | 'siteUrl'> & Partial<NginxOptions>,
): Promise<RunningNginx> {
  const folder = await mkdtemp(path.join(tmpdir(), 'nginx-'));
  await chmod(folder, 0o755);
  const configuration = nginxConfiguration({
    ...readSettings({}),
    services: null,
    bucket: null,
    servers: [],
    timeLimits: upstreamTimeLimits,
    listen: [`127.0.0.1:${port}`],
    tls: null,
    resolvers: [],
    user: null,
    ...options,
    runFolder: folder,
    modules,
  });
  return startNginx(folder, configuration);
}

/**
 * Lets other accounts enter a temporary folder, which belongs to its owner alone: what a person does with
 * the folders above a store.
 */
export function letOthersIn(folder: string): Promise<void> {
  return chmod(folder, 0o711);
}
