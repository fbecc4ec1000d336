import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '../helpers/child';
import { expect, test } from '../helpers/fixtures';
import { freePort } from '../../platform/operations/free-port';
import { startUpstream, text } from '../helpers/upstream';

// `npm start` as a person types it, seen from outside: what it prints, how it ends, what it leaves.
test.use({ baseURL: undefined });

const root = join(import.meta.dirname, '../../..');

let folder = '';
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shopwright-command-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

/** In a process group of its own, as a shell starts it. */
function npmStart(port: number, STORE_UI_URL = '') {
  const places = { DATA_DIR: join(folder, 'data'), SITE_DIR: join(folder, 'site') };
  const services = { SUBSCRIPTION_URL: '', MANAGER_URL: '', STORE_UI_URL, SITE_URL: '' };
  const env = { ...process.env, ...places, ...services, PORT: String(port) };
  const started = startProcess('npm', ['start', '--silent'], { cwd: root, detached: true, env });
  const group = -(started.child.pid ?? 0);
  const groupLives = () => {
    try {
      return process.kill(group, 0);
    } catch {
      return false;
    }
  };
  return { ...started, group, groupLives };
}

test('a start that cannot work ends with one sentence, and leaves neither process nor site', async () => {
  const port = await freePort();
  const server = createServer().listen(port, 'localhost');
  await once(server, 'listening');
  const { ended, output, groupLives } = npmStart(port);
  expect(await ended).not.toBe(0);
  server.close();
  expect(output().trimEnd().split('\n').at(-1)).toMatch(
    new RegExp(`^Port ${port} is in use; .*PORT.*\\.$`),
  );
  expect(output()).not.toMatch(/is ready at|^ +at /m);
  // An ended process is in its group until the system has reaped it.
  await expect.poll(groupLives).toBe(false);
  expect(await readdir(join(folder, 'site')).catch(() => [])).toEqual([]);
});

/** Every finished build with the moment at which it was made. */
async function builds(): Promise<Record<string, number>> {
  const made: Record<string, number> = {};
  for (const app of ['host', 'pricing', 'signup']) {
    for (const name of await readdir(join(root, 'dist', app))) {
      // Another worker's start may be building the same.
      if (name.endsWith('.tmp')) continue;
      made[`${app}/${name}`] = (await stat(join(root, 'dist', app, name))).mtimeMs;
    }
  }
  return made;
}

test('Ctrl-C ends everything, and a second start builds nothing again', async ({ request }) => {
  const upstream = await startUpstream(text('ok'));
  const port = await freePort();
  for (const round of ['first', 'second']) {
    const before = round === 'second' ? await builds() : null;
    const { ready, output, ended, group, groupLives } = npmStart(port, upstream.url);
    const url = await ready();
    expect(url).toBe(`http://localhost:${port}`);
    expect(output().trimEnd().split('\n').at(-1)).toBe(`The site is ready at ${url}`);
    if (before) expect(await builds()).toEqual(before);
    expect((await request.get(url)).status()).toBe(200);
    // A terminal sends Ctrl-C to every process of the group.
    process.kill(group, 'SIGINT');
    await ended;
    await expect.poll(groupLives).toBe(false);
    await expect(request.get(url)).rejects.toThrow('ECONNREFUSED');
  }
  await upstream.stop();
});
