import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readEnvironment } from '@composed/command/environment';
import { renderNginxConfiguration } from '@composed/server/nginx/render-configuration';
import { type NginxOptions, readNginxOptions } from '@composed/server/nginx/nginx-command';
import { freePort } from '@composed/http/operations/free-port';
import { serverOptions } from '@composed/http/calls/server-options';
import { createServer } from '@composed/http/operations/create-server';
import type { SiteFiles } from '@composed/server/serve/site-files';
import { showRefusals, sitePlugin } from '@composed/server/serve/site-plugin';
import { testServices } from './back-end';
import { startProcess } from './start-process';

const modules = '/usr/lib/nginx/modules';

export type RunningNginx = Awaited<ReturnType<typeof startSiteNginx>>;

/**
 * Runs the real nginx until `stop`. If root starts it, its workers run under nginx's default account, as in production.
 * @param folder for the configuration and nginx's own files
 * @throws Error with nginx's output when it does not start
 */
export async function startNginx(folder: string, configuration: string) {
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, configuration);
  // nginx listens before its workers run. Only the main error log contains their start.
  const settings = 'daemon off; error_log stderr notice;';
  const nginx = startProcess('/usr/sbin/nginx', ['-p', folder, '-c', file, '-g', settings]);
  const readLog = (name: string) => readFile(path.join(folder, name), 'utf8').catch(() => '');
  const stop = async () => {
    await nginx.stop();
    await rm(folder, { recursive: true, force: true });
  };
  await nginx.ready(/(start worker process)/);
  return { errors: () => readLog('error.log'), log: () => readLog('access.log'), stop };
}

/**
 * Runs nginx with the configuration that the release tool writes, in a temporary folder. The account of nginx's workers
 * needs access to the folders above a store.
 * @param overrides change the options of a site over plain HTTP without a folder and a server
 * @param port by default a free one
 */
export async function startSiteNginx(overrides: Partial<NginxOptions>, port?: number) {
  const url = `http://127.0.0.1:${port ?? (await freePort())}`;
  const folder = await mkdtemp(path.join(tmpdir(), 'nginx-'));
  await chmod(folder, 0o755);
  const listen = [new URL(url).host];
  const flags = { listen, server: ['http://127.0.0.1:1'], runFolder: folder, modules };
  const environment = readEnvironment(
    { SITE_URL: url, SITE_DIR: '/nowhere' },
    testServices.variables,
  );
  const options = readNginxOptions(flags, environment, testServices);
  return {
    url,
    ...(await startNginx(folder, renderNginxConfiguration({ ...options, ...overrides }))),
  };
}

/** Runs a server that serves these files of a site behind nginx. */
export async function startSiteServer(files: SiteFiles) {
  const settings = { ...readEnvironment({}), host: '127.0.0.1', port: 0 };
  const { fastify, start } = createServer(settings, serverOptions);
  showRefusals(fastify, files, null);
  await fastify.register(sitePlugin, { files, hstsScope: null });
  return start(async () => true);
}

/** Runs nginx in front of a running site. It sends live pages and files from the store, and proxies the rest. */
export async function frontSite(
  { siteDir, url: server }: Readonly<Record<'siteDir' | 'url', string>>,
  overrides: Partial<NginxOptions> = {},
  port?: number,
) {
  await chmod(path.dirname(siteDir), 0o711);
  const nginx = await startSiteNginx({ folder: siteDir, servers: [server], ...overrides }, port);
  const stop = async () => {
    const errors = await nginx.errors();
    await nginx.stop();
    if (/\[(?:emerg|alert|crit)\]/.test(errors)) throw new Error(errors);
  };
  return { ...nginx, stop };
}
