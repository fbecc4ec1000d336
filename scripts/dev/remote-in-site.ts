import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import Fastify from 'fastify';
import { hostApp, remoteApps } from 'shared/build/apps';
import { devOrigin } from 'shared/build/development';
import { repositoryRoot } from 'shared/build/shared-packages';
import { runWebpack } from '../build/run-webpack';
import { change } from '../release/change';
import { createProgress, type Terminal } from '../release/reports/progress';
import { mediaTypeOf } from '../http/media-types';
import { site } from '../server/site-plugin';
import { serverOptions } from '../services/server-options';
import { services } from '../services/plugin';
import { readSettings } from '../environment';
import { openReleaseTool } from '../release/tool';
import { checkPorts, startDevServer } from './dev-server';
import { toDevPage } from './dev-pages';

const hostPath = '/dev-host/';
const hostFolder = path.join(repositoryRoot, 'dist/host-dev');
const terminal: Terminal = {
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  interactive: process.stdout.isTTY,
};

/** The host's development build as files: its React is the one that hot reload works with. */
async function buildDevHost(): Promise<string[]> {
  await runWebpack(repositoryRoot, hostApp, [
    ...['--env', `devPath=${hostPath}`],
    ...['--stats', 'errors-only'],
  ]);
  const html = await readFile(path.join(hostFolder, 'index.html'), 'utf8');
  return [...html.matchAll(/<script src="\/([^"]+)" defer>/g)].map(
    ([, file]) => `${hostPath}${file}`,
  );
}

/**
 * `npm run dev -- <remote>`: serves the composed site of the other apps' releases on PORT, with one
 * remote from its dev server. Ends with Ctrl-C.
 * @throws Error naming the remotes when there is no such remote; what `serveSite` throws
 */
export async function runRemoteInSite(name: string): Promise<void> {
  const app = remoteApps.find((remote) => remote.name === name);
  if (!app) {
    const names = remoteApps.map((remote) => remote.name).join(' or ');
    throw new Error(`There is no remote "${name}" to develop; run it with ${names}.`);
  }
  const settings = readSettings(process.env);
  await checkPorts([app, { ...hostApp, name: 'the site', port: settings.port }]);

  const report = createProgress(terminal);
  const tool = await openReleaseTool(settings);
  await change({ name: 'start' }, tool, report);
  let hostScripts: string[] = [];
  await report('Build host for development', async () => {
    hostScripts = await buildDevHost();
    return { detail: '' };
  });

  const fastify = Fastify(serverOptions);
  const { dataDir, siteDir, siteUrl, upstreams } = settings;
  await fastify.register(services, { dataDir, publicUrl: siteUrl, upstreams });
  const files = new Set(await readdir(hostFolder, { recursive: true }));
  fastify.get<{ Params: { '*': string } }>(`${hostPath}*`, async (request, reply) => {
    const file = request.params['*'];
    if (!files.has(path.normalize(file))) return reply.code(404).send('Not found.\n');
    return reply.type(mediaTypeOf(file)).send(await readFile(path.join(hostFolder, file)));
  });
  await fastify.register(site, {
    siteDir,
    transport: null,
    transformPage: (html) =>
      toDevPage(html, { remote: app.name, origin: devOrigin(app), hostScripts }),
  });
  await fastify.listen({ host: 'localhost', port: settings.port });

  const server = startDevServer(app, siteUrl, (line) => terminal.write(`${line}\n`));
  const stop = () => {
    server.stop();
    void fastify.close().finally(() => process.exit());
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    await server.ready;
  } catch (error) {
    await fastify.close();
    throw error;
  }
  terminal.write(`The site with ${app.name} in development is ready at ${siteUrl}\n`);
}
