import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { nodePackage, npmCommand } from '@composed/command/packages.mjs';
import { startProcess } from '@composed/testing/server/start-process';

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

/** Writes the files of a base image: Debian's libraries and shell, Node.js and npm, like the official Node.js image. */
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

const context = path.join(import.meta.dirname, '../../..');
/** The folder of images and containers. The base image is kept between runs, since it takes half a minute. */
const storage = path.join(context, 'node_modules/.cache/container');
const base = 'localhost/site-base';
const npmCache = path.join(homedir(), '.npm');

const buildah = (...parameters: string[]) => {
  const storages = ['--root', path.join(storage, 'root'), '--runroot', path.join(storage, 'run')];
  return run('buildah', ['--storage-driver', 'vfs', ...storages, ...parameters]);
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

/** A shell script that runs a program in a container. Its root is read-only, except for /tmp and /data. */
const enterScript = `
  root=$1 user=$2; shift 2
  mount --bind "$root" "$root"; mount -o remount,bind,ro "$root"
  mount -t tmpfs tmpfs "$root/tmp"; mount -t tmpfs -o "uid=\${user%:*}" tmpfs "$root/data"
  mount --rbind /dev "$root/dev"; mount --rbind /proc "$root/proc"
  exec chroot --userspec="$user" "$root" /usr/bin/env -i "$@"`;

async function buildSite(): Promise<void> {
  const file = path.join(context, 'shared/services/container/Dockerfile');
  const secrets = Object.entries({
    npmrc: path.join(homedir(), '.npmrc'),
    certificates: process.env['NODE_EXTRA_CA_CERTS'] ?? '',
  }).flatMap(([id, source]) => (existsSync(source) ? ['--secret', `id=${id},src=${source}`] : []));
  await buildah(
    'build',
    '--quiet',
    '--isolation',
    'chroot',
    '--network',
    'host',
    '--pull-never',
    '--file',
    file,
    '--ignorefile',
    `${file}.dockerignore`,
    ...secrets,
    // Gives npm the cache of this machine, which has the packages.
    ...(existsSync(npmCache) ? ['--volume', `${npmCache}:/root/.npm`] : []),
    '--build-arg',
    `BASE=${base}`,
    '--tag',
    'site',
    context,
  );
}

/** Builds the image on a base of Debian packages, without a registry of images. */
export async function buildImage() {
  await mkdir(storage, { recursive: true });
  await provideBase();
  await buildSite();
  const root = await buildah('mount', await buildah('from', '--pull-never', 'localhost/site'));
  const about = await buildah('inspect', '--type', 'image', 'localhost/site');
  const { User, Env, Entrypoint, Cmd, WorkingDir } = v.parse(inspected, JSON.parse(about)).OCIv1
    .config;
  return {
    /** The size of the working directory in megabytes. */
    size: Number.parseInt(await run('du', ['-sm', path.join(root, WorkingDir)]), 10),
    /** Removes the image and its containers, but not the base image. */
    remove: async () => {
      await buildah('rm', '--all');
      await buildah('rmi', 'localhost/site');
      await buildah('rmi', '--prune');
    },
    /** Starts a container of the image. */
    start(environment: Readonly<Record<string, string>>, command: readonly string[] = Cmd) {
      const variables = [...Env, ...Object.entries(environment).map((pair) => pair.join('='))];
      const inside = ['-C', WorkingDir, ...variables, ...Entrypoint, ...command];
      const parameters = ['--mount', 'sh', '-ec', enterScript, 'sh', root, User, ...inside];
      const { child, output: log, ended } = startProcess('unshare', parameters);
      const stop = () => {
        child.kill('SIGTERM');
        return ended;
      };
      return { log, stop };
    },
  };
}
