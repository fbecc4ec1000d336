import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { temporaryFolder } from '@shopwright/shared/testing/temporary-folder';
import { BucketStore } from '../release/stores/bucket-store';
import { hasContainers, hasGateway, hasNginx } from '../setup/browser.mjs';
import { nodePackage, npmCommand } from '../setup/packages.mjs';
import { readComposeFile } from '../testing/compose-file';
import { startProcess } from '../testing/child';
import { freePort } from '../testing/free-port';
import { aFolderSite, type FolderSite } from '../testing/release/a-folder';
import { fakeScript } from '../testing/release/fake-release';
import { startSiteNginx, type RunningNginx } from '../testing/running-nginx';
import { gatewayEnvironment, startGateway } from '../testing/s3-gateway';
import { startS3Proxy } from '../testing/s3-proxy';
import { untilReady } from '../testing/server/until';
import { ada, createAccount } from '../testing/services/visitor';

const inspected = v.object({
  OCIv1: v.object({
    config: v.object({
      User: v.string(),
      Env: v.array(v.string()),
      Entrypoint: v.array(v.string()),
      Cmd: v.array(v.string()),
      WorkingDir: v.string(),
    }),
  }),
});

const run = async (program: string, parameters: readonly string[]) =>
  (await promisify(execFile)(program, parameters, { maxBuffer: 2 ** 26 })).stdout.trim();

/** Debian's libraries and shell with a Node.js of npm's and npm itself, as the official image has them. */
async function makeBase(folder: string): Promise<void> {
  const include = '--include=libstdc++6,dash,coreutils';
  await run('mmdebstrap', ['--variant=extract', '--quiet', include, 'bookworm', folder]);
  const [npm, before] = npmCommand();
  const prefix = path.join(folder, 'usr/local');
  const node = nodePackage('24');
  const install = ['install', '--global', '--prefix', prefix, '--no-audit', '--no-fund', node];
  await run(npm, [...before, ...install, 'npm@11']);
  const unused = path.join(prefix, 'lib/node_modules', node.replace(/@.*/, ''), 'include');
  await rm(unused, { recursive: true, force: true });
}

const context = path.join(import.meta.dirname, '../..');
/** Of images and of what runs of them; the base is kept here, which takes half a minute. */
const storage = path.join(context, 'node_modules/.cache/container');
const base = 'localhost/site-base';

const buildah = (...parameters: string[]) => {
  const places = ['--root', path.join(storage, 'root'), '--runroot', path.join(storage, 'run')];
  return run('buildah', ['--storage-driver', 'vfs', ...places, ...parameters]);
};

async function provideBase(): Promise<void> {
  if ((await buildah('images', '--quiet', '--filter', `reference=${base}`)) !== '') return;
  const folder = await mkdtemp(path.join(tmpdir(), 'base-'));
  await makeBase(folder);
  const scratch = await buildah('from', 'scratch');
  await buildah('copy', '--quiet', scratch, folder, '/');
  await buildah('commit', '--quiet', '--rm', scratch, base);
  await rm(folder, { recursive: true });
}

/** A root that is read-only, but for /tmp and /data, for the account and with the variables that are named. */
const enter = `
  root=$1 user=$2; shift 2
  mount --bind "$root" "$root"; mount -o remount,bind,ro "$root"
  mount -t tmpfs tmpfs "$root/tmp"; mount -t tmpfs -o "uid=\${user%:*}" tmpfs "$root/data"
  mount --rbind /dev "$root/dev"; mount --rbind /proc "$root/proc"
  exec chroot --userspec="$user" "$root" /usr/bin/env -i "$@"`;

/** Builds the image on a base of Debian's packages; no registry of images is asked. */
async function buildImage() {
  await mkdir(storage, { recursive: true });
  await provideBase();
  const file = path.join(context, 'scripts/container/Dockerfile');
  const given = Object.entries({
    npmrc: path.join(process.env['HOME'] ?? '', '.npmrc'),
    certificates: process.env['NODE_EXTRA_CA_CERTS'] ?? '',
  }).flatMap(([id, source]) => (existsSync(source) ? ['--secret', `id=${id},src=${source}`] : []));
  await buildah(
    ...['build', '--quiet', '--isolation', 'chroot', '--network', 'host', '--pull-never'],
    ...['--file', file, '--ignorefile', `${file}.dockerignore`, ...given],
    ...['--build-arg', `BASE=${base}`, '--tag', 'site', context],
  );
  const root = await buildah('mount', await buildah('from', '--pull-never', 'localhost/site'));
  const about = await buildah('inspect', '--type', 'image', 'localhost/site');
  const { User, Env, Entrypoint, Cmd, WorkingDir } = v.parse(inspected, JSON.parse(about)).OCIv1
    .config;
  return {
    /** Megabytes above the base. */
    size: Number.parseInt(await run('du', ['-sm', path.join(root, WorkingDir)]), 10),
    /** Leaves the base for the next time. */
    remove: async () => {
      await buildah('rm', '--all');
      await buildah('rmi', 'localhost/site');
      await buildah('rmi', '--prune');
    },
    /** Starts a container of it. */
    start(environment: Readonly<Record<string, string>>, command: readonly string[] = Cmd) {
      const variables = [...Env, ...Object.entries(environment).map((pair) => pair.join('='))];
      const inside = ['-C', WorkingDir, ...variables, ...Entrypoint, ...command];
      const parameters = ['--mount', 'sh', '-ec', enter, 'sh', root, User, ...inside];
      const { child, output: log, ended } = startProcess('unshare', parameters);
      const stop = () => {
        child.kill('SIGTERM');
        return ended;
      };
      return { log, stop };
    },
  };
}

type Container = ReturnType<Awaited<ReturnType<typeof buildImage>>['start']>;

let folder: string;
let image: Awaited<ReturnType<typeof buildImage>>;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let way: Awaited<ReturnType<typeof startS3Proxy>>;
let site: FolderSite;
let nginx: RunningNginx;
let url: string;
let services: Container;
let compose: ReturnType<typeof readComposeFile>;
const servers: { container: Container; start: () => Container; port: number; probes: string }[] =
  [];

/** Ports of its own for a container, on loopback. */
async function place() {
  const [port, probe] = [await freePort(), await freePort()];
  const variables = { HOST: '127.0.0.1', PORT: String(port), PROBE_PORT: String(probe) };
  return { port, probes: `http://127.0.0.1:${probe}`, variables };
}

const file = `/assets/pricing/${fakeScript('v1')}`;

const missing = Object.entries({
  'buildah and mmdebstrap for root': hasContainers(),
  ceph: hasGateway(),
  nginx: hasNginx(),
}).flatMap(([what, isThere]) => (isThere ? [] : [what]));
const reason = missing.length > 0 ? `, skipped without ${missing.join(', ')}` : '';

(missing.length > 0 ? describe.skip : describe)(
  `two servers and the services from the image, behind nginx and before a bucket${reason}`,
  () => {
    beforeAll(async () => {
      folder = temporaryFolder();
      [image, gateway] = await Promise.all([buildImage(), startGateway()]);
      await gateway.createBucket('site');
      way = await startS3Proxy(gateway.url);
      site = aFolderSite({
        store: new BucketStore({ bucket: 'site', prefix: 'shop/' }),
        environment: { siteUrl: null, pricesUrl: null },
      });
      await site.publishAll();
      const front = await freePort();
      url = `http://127.0.0.1:${front}`;
      const { port, probes, variables } = await place();
      const at = `http://127.0.0.1:${port}`;
      compose = readComposeFile({
        ...{ ...gatewayEnvironment(way.url), SITE_STORE: 's3://site/shop', SITE_URL: url },
        ...{ SUBSCRIPTION_URL: at, MANAGER_URL: at, STORE_UI_URL: at },
      });
      const start = (name: string, own: Readonly<Record<string, string>>) => {
        const { environment = {}, command } = compose[name] ?? {};
        const here = { TRUSTED_PROXIES: '127.0.0.1', DRAIN_SECONDS: '2' };
        return image.start({ ...environment, ...here, ...own }, command);
      };
      services = start('services', variables);
      await untilReady(probes, services.log);
      for (const name of ['server-1', 'server-2']) {
        const own = await place();
        const startAgain = () => start(name, own.variables);
        servers.push({ ...own, start: startAgain, container: startAgain() });
      }
      for (const { probes, container } of servers) await untilReady(probes, container.log);
      const upstreams = servers.map((server) => `http://127.0.0.1:${server.port}`);
      nginx = await startSiteNginx({ servers: upstreams, siteDir: folder }, front);
    }, 300_000);

    afterAll(async () => {
      await Promise.all([...servers.map(({ container }) => container.stop()), services.stop()]);
      await nginx.stop();
      await way.stop();
      await gateway.stop();
      await image.remove();
    });

    test('the image is small, and starts in less than two seconds', async () => {
      expect(image.size).toBeLessThan(150);
      for (const { probes } of servers) {
        const figures = await (await fetch(`${probes}/metrics`)).text();
        // Of the processor: how long that takes beside other work is not the image's to say.
        expect(Number(/^process_cpu_seconds_total (\S+)/m.exec(figures)?.[1])).toBeLessThan(2);
      }
    });

    test('pages, files and accounts come through nginx; probes and figures do not', async () => {
      expect((await fetch(url + file)).status).toBe(200);
      expect((await createAccount(url, ada)).status).toBe(201);
      for (const name of ['livez', 'readyz', 'metrics'])
        expect((await fetch(`${url}/${name}`)).status).toBe(404);
    });

    test('servers are replaced one after the other, and no request fails', async () => {
      const answers: Record<string, number> = {};
      let isOver = false;
      const visit = async () => {
        for (let n = 0; !isOver; n += 1) {
          const answer = await fetch(url + (n % 2 ? '/' : file)).catch(() => null);
          await answer?.arrayBuffer();
          const status = String(answer?.status ?? 'failed');
          answers[status] = (answers[status] ?? 0) + 1;
          await wait(10);
        }
      };
      const visits = Array.from({ length: 8 }, visit);
      for (const server of servers) {
        expect(await server.container.stop()).toBe(0);
        const lines = server.container.log().trim().split('\n');
        const logged = lines.map((line): unknown => JSON.parse(line));
        expect(logged).toContainEqual(expect.objectContaining({ msg: 'request' }));
        server.container = server.start();
        await untilReady(server.probes, server.container.log);
        // nginx tries it again after a second.
        await wait(1500);
      }
      isOver = true;
      await Promise.all(visits);
      expect(Object.keys(answers)).toEqual(['200']);
      expect(answers['200']).toBeGreaterThan(500);
    });
  },
);
