import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readyAddress } from '../testing/child';
import { expect, test } from '../testing/fixtures';
import { freePort } from '../testing/free-port';
import { startUpstream, text } from '../testing/upstream';

// The commands as a person types them, seen from outside: what they print, how they end, what they leave.
test.use({ baseURL: undefined });

const root = join(import.meta.dirname, '../..');

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

let folder = '';
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shopwright-command-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

/** What `npm start` runs. */
const setUp = [process.execPath, 'scripts/setup.mjs', 'start'] as const;

/** `npm start` in a process group of its own, as a shell starts it. */
function npmStart(
  environment: Readonly<Record<string, string>>,
  [program, ...args]: readonly [string, ...string[]] = ['npm', 'start', '--silent'],
) {
  const child = spawn(program, args, {
    cwd: root,
    detached: true,
    env: {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      SITE_DIR: join(folder, 'site'),
      ...{ SUBSCRIPTION_URL: '', MANAGER_URL: '', STORE_UI_URL: '', SITE_URL: '' },
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { output: '', errors: '' };
  child.stdout.on('data', (chunk: Buffer) => (printed.output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed.errors += chunk.toString()));
  const ended = once(child, 'close').then((): Ended => ({ code: child.exitCode, ...printed }));
  const groupLives = () => {
    try {
      return process.kill(-(child.pid ?? 0), 0);
    } catch {
      return false;
    }
  };
  return { child, ended, printed, groupLives };
}

/** A start that cannot work: ends by itself with one sentence, and leaves neither process nor site. */
async function expectRefusal(
  environment: Readonly<Record<string, string>>,
  sentence: RegExp,
): Promise<void> {
  const { ended, groupLives } = npmStart(environment, setUp);
  const { code, output, errors } = await ended;
  // Words of npm about its own configuration are not ours.
  const ours = errors.split('\n').filter((line) => line !== '' && !line.startsWith('npm '));
  expect(ours).toEqual([expect.stringMatching(sentence)]);
  expect(ours[0]).toMatch(/^[A-Z].*\.$/);
  expect(code).not.toBe(0);
  expect(output).not.toContain('is ready at');
  // What has ended is in its group until the system has reaped it.
  await expect.poll(groupLives).toBe(false);
  expect(await readdir(join(folder, 'site')).catch(() => [])).toEqual([]);
}

function listen(port: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve) => server.listen(port, 'localhost', () => resolve(server)));
}

test('a port in use is named, and nothing is left running', async () => {
  const port = await freePort();
  const server = await listen(port);
  try {
    await expectRefusal({ PORT: String(port) }, new RegExp(`^Port ${port} is in use; .*PORT`));
  } finally {
    server.close();
  }
});

test('a wrong setting is refused in one sentence', async () => {
  await expectRefusal({ PORT: '80.5' }, /^PORT is ".*", but it must be a whole number/);
});

test('an upstream that is away is named by its variable', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  await expectRefusal(
    { PORT: String(await freePort()), MANAGER_URL: url },
    new RegExp(`^MANAGER_URL is ${url}, but nothing answers there`),
  );
});

test('a damaged database is named and left as it was', async () => {
  const file = join(folder, 'data/shopwright.sqlite');
  await mkdir(join(folder, 'data'));
  await writeFile(file, 'this is no database '.repeat(500));
  await expectRefusal(
    { PORT: String(await freePort()) },
    /^The database .*shopwright\.sqlite is damaged; nothing was changed/,
  );
  expect(await readFile(file, 'utf8')).toBe('this is no database '.repeat(500));
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
  test.slow();
  const upstream = await startUpstream(text('ok'));
  const port = String(await freePort());
  const environment = { PORT: port, STORE_UI_URL: upstream.url };
  for (const round of ['first', 'second']) {
    const before = round === 'second' ? await builds() : null;
    const { child, ended, printed, groupLives } = npmStart(environment);
    const url = await readyAddress(child, () => printed.output);
    expect(url).toBe(`http://localhost:${port}`);
    expect(printed.output.trimEnd().split('\n').at(-1)).toBe(`Shopwright is ready at ${url}`);
    if (before) expect(await builds()).toEqual(before);
    expect((await request.get(url)).status()).toBe(200);
    // A terminal sends Ctrl-C to every process of the group.
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await ended;
    await expect.poll(groupLives).toBe(false);
    await expect(request.get(url)).rejects.toThrow('ECONNREFUSED');
  }
  await upstream.stop();
});
