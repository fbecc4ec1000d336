import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';

const run = promisify(execFile);
const unlocked = JSON.stringify({ packages: {} });
let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'boundaries-'));
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

/** Writes files, given as name → content, and runs the command on them. */
async function boundaries(files: Readonly<Record<string, string>>) {
  for (const [name, content] of Object.entries({ 'package-lock.json': unlocked, ...files })) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), content);
  }
  const command = path.join(import.meta.dirname, 'boundaries.ts');
  const tsx = import.meta.resolve('tsx');
  return run(process.execPath, ['--import', tsx, command], { cwd: root }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: unknown) =>
      v.parse(v.object({ code: v.number(), stdout: v.string(), stderr: v.string() }), error),
  );
}

test('a remote that nobody has listed may import shared, and no other app', async () => {
  const { code, stdout } = await boundaries({
    'host/src/slot.ts': 'export const slot = 1;',
    'shared/src/brand.ts': 'export const brand = 1;',
    'remote-reviews/src/good.ts': "export { stars } from './stars';",
    'remote-reviews/src/stars.ts': 'export const stars = 5;',
    'remote-reviews/src/bad.ts': "import type { slot } from '../../host/src/slot';",
    'remote-reviews/src/path.ts': "import '../../shared/src/brand';",
  });
  expect(code).toBe(1);
  expect(stdout).toContain(
    'workspaces meet at run time: remote-reviews/src/bad.ts → host/src/slot.ts',
  );
  expect(stdout).toContain('shared by its name: remote-reviews/src/path.ts → shared/src/brand.ts');
  expect(stdout).toContain('2 errors');
});

test('tooling and test code stay out of what runs', async () => {
  const { stdout } = await boundaries({
    'shared/tooling/build/apps.ts': 'export const apps = 1;',
    'shared/src/brand.ts': "import '../tooling/build/apps';",
    'shared/src/brand.test.ts': "import '../tooling/build/apps';",
    'scripts/testing/a-site.ts': 'export const aSite = 1;',
    'scripts/server/serve.ts': "import '../testing/a-site';",
    'scripts/server/serve.test.ts': "import '../testing/a-site';",
  });
  expect(stdout).toContain('no tooling in browsers: shared/src/brand.ts');
  expect(stdout).toContain('no test code in what runs: scripts/server/serve.ts');
  expect(stdout).not.toContain('.test.ts');
});

test('a lower folder of scripts imports no higher one, and files and folders make no circle', async () => {
  const { stdout } = await boundaries({
    'scripts/http/headers.ts': "import '../release/plan';",
    'scripts/release/plan.ts': "import '../http/headers';",
    'host/src/shell/Shell.ts': "import '../pages/Page';",
    'host/src/pages/Page.ts': 'export const page = 1;',
    'host/src/pages/Other.ts': "import '../shell/Other';",
    'host/src/shell/Other.ts': 'export const other = 1;',
  });
  expect(stdout).toContain('scripts/http imports no other folder: scripts/http/headers.ts');
  expect(stdout).toContain('no circles between files: scripts/http/headers.ts');
  expect(stdout).toContain('no circles between folders: host/src/shell');
});

test('a workspace that the lockfile does not have is named', async () => {
  const files = {
    'host/package.json': '{}',
    'host/src/main.ts': 'export const main = 1;',
    'remote-reviews/package.json': '{}',
    'package-lock.json': JSON.stringify({ packages: { '': {}, host: {} } }),
  };
  const { code, stderr } = await boundaries(files);
  expect(code).toBe(1);
  expect(stderr).toBe(
    'package-lock.json does not have remote-reviews: run "npm install", and commit what it writes.\n',
  );
  const locked = { packages: { '': {}, host: {}, 'remote-reviews': {} } };
  expect((await boundaries({ ...files, 'package-lock.json': JSON.stringify(locked) })).code).toBe(
    0,
  );
});

test('a patch of a package, and a script that runs when packages are installed, are named', async () => {
  const { code, stderr } = await boundaries({
    'host/src/main.ts': 'export const main = 1;',
    'package.json': JSON.stringify({ scripts: { start: 'tsx', postinstall: 'patch-package' } }),
    'shared/tooling/build/patches/federation-loader.mjs': '',
    'node_modules/library/patches/readme.md': '',
  });
  expect(code).toBe(1);
  expect(stderr.trim().split('\n')).toEqual([
    'shared/tooling/build/patches/federation-loader.mjs: packages are used as they are published.',
    'package.json: "postinstall" runs after packages are installed, and could change them.',
  ]);
});
