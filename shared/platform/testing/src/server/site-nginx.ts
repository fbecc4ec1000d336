import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSettings } from '@composed/command/environment';
import { nginxConfiguration } from '@composed/server/nginx/configuration';
import { type NginxOptions, readNginxOptions } from '@composed/server/nginx/options';
import { freePort } from '@composed/http/operations/free-port';
import { serverOptions } from '@composed/http/calls/server-options';
import { createServer } from '@composed/http/operations/server';
import type { SiteFiles } from '@composed/server/serve/site-files';
import { showRefusals, sitePlugin } from '@composed/server/serve/site-plugin';
import { testServices } from './back-end';
import { startProcess } from './start-process';

const modules = '/usr/lib/nginx/modules';

export type RunningNginx = Awaited<ReturnType<typeof startSiteNginx>>;

/**
 * Runs the real nginx until `stop`. Started by root, its workers run under the account that nginx was built with, as
 * in production.
 * @param folder of its own, where it finds its configuration
 * @throws Error with what nginx wrote when it does not start
 */
export async function startNginx(folder: string, configuration: string) {
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, configuration);
  // nginx listens before its workers run, and logs their start in its main log alone.
  const settings = 'daemon off; error_log stderr notice;';
  const nginx = startProcess('/usr/sbin/nginx', ['-p', folder, '-c', file, '-g', settings]);
  const readOf = (name: string) => readFile(path.join(folder, name), 'utf8').catch(() => '');
  const stop = async () => {
    await nginx.stop();
    await rm(folder, { recursive: true, force: true });
  };
  await nginx.ready(/(start worker process)/);
  return { errors: () => readOf('error.log'), log: () => readOf('access.log'), stop };
}

/**
 * Runs nginx with the configuration that the release tool writes, in a folder of its own. Its account needs access to
 * the folders above a store.
 * @param own settings that differ from those of a site over plain HTTP without a folder and a server
 * @param port else a free one
 */
export async function startSiteNginx(own: Partial<NginxOptions>, port?: number) {
  const url = `http://127.0.0.1:${port ?? (await freePort())}`;
  const folder = await mkdtemp(path.join(tmpdir(), 'nginx-'));
  await chmod(folder, 0o755);
  const listen = [new URL(url).host];
  const given = { listen, server: ['http://127.0.0.1:1'], runFolder: folder, modules };
  const settings = readSettings({ SITE_URL: url, SITE_DIR: '/nowhere' }, testServices.variables);
  const options = readNginxOptions(given, settings, testServices);
  return { url, ...(await startNginx(folder, nginxConfiguration({ ...options, ...own }))) };
}

/** Runs the server behind nginx for these files of a site. */
export async function startSiteServer(files: SiteFiles) {
  const settings = { ...readSettings({}), host: '127.0.0.1', port: 0 };
  const { fastify, start } = createServer(settings, serverOptions);
  showRefusals(fastify, files, null);
  await fastify.register(sitePlugin, { files, transport: null });
  return start(async () => true);
}

/**
 * Runs nginx in front of a running site: live pages and files from its store, the rest from its server.
 * @param ownOptions options that differ
 */
export async function frontSite(
  { siteDir, url: server }: Readonly<Record<'siteDir' | 'url', string>>,
  ownOptions: Partial<NginxOptions> = {},
  port?: number,
) {
  await chmod(path.dirname(siteDir), 0o711);
  const nginx = await startSiteNginx({ folder: siteDir, servers: [server], ...ownOptions }, port);
  const stop = async () => {
    const errors = await nginx.errors();
    await nginx.stop();
    if (/\[(?:emerg|alert|crit)\]/.test(errors)) throw new Error(errors);
  };
  return { ...nginx, stop };
}
