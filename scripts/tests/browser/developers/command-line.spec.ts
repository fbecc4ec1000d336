import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '@composed/testing/server/start-process';
import { expect, test } from '../../helpers/fixtures';
import { freePort } from '@composed/http/operations/free-port';
import { startUpstream, text } from '@composed/testing/server/upstream';

// `npm start` from outside: its output, its end, and the files that it leaves.
test.use({ baseURL: undefined });

const root = join(import.meta.dirname, '../../../..');

let folder = '';
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shopwright-command-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

/** Starts a command in a process group of its own, like a shell. */
function npmStart(port: number, STORE_UI_URL = '') {
  const folders = { DATA_DIR: join(folder, 'data'), SITE_DIR: join(folder, 'site') };
  const services = { SUBSCRIPTION_URL: '', MANAGER_URL: '', STORE_UI_URL, SITE_URL: '' };
  const env = { ...process.env, ...folders, ...services, PORT: String(port) };
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

/** When the last build of each app was made. */
const builds = () =>
  Promise.all(
    ['host', 'pricing', 'signup'].map(async (app) => (await stat(join(root, 'dist', app))).mtimeMs),
  );

/** A second start at a port that is taken. */
async function expectInUse(port: number): Promise<void> {
  const other = npmStart(port);
  expect(await other.ended).not.toBe(0);
  const sentence = new RegExp(`^Port ${port} is in use; .*PORT.*\\.$`);
  expect(other.output().trimEnd().split('\n').at(-1)).toMatch(sentence);
  expect(other.output()).not.toMatch(/is ready at|^ +at /m);
  // An ended process is in its group until the system has reaped it.
  await expect.poll(other.groupLives).toBe(false);
}

test('an impossible start fails with a sentence, Ctrl-C ends everything, and a second start builds nothing', async ({
  request,
}) => {
  const upstream = await startUpstream(text('ok'));
  const port = await freePort();
  for (const round of ['first', 'second']) {
    const before = await builds();
    const { ready, output, ended, group, groupLives } = npmStart(port, upstream.url);
    const url = await ready();
    expect(url).toBe(`http://localhost:${port}`);
    expect(output().trimEnd().split('\n').at(-1)).toBe(`The site is ready at ${url}`);
    if (round === 'second') expect(await builds()).toEqual(before);
    expect((await request.get(url)).status()).toBe(200);

    if (round === 'first') await expectInUse(port);
    // A terminal sends Ctrl-C to every process of the group.
    process.kill(group, 'SIGINT');
    await ended;
    await expect.poll(groupLives).toBe(false);
    await expect(request.get(url)).rejects.toThrow('ECONNREFUSED');
  }
  await upstream.stop();
});
