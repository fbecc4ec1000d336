import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';

const scripts = join(import.meta.dirname, '..');
const command = join(scripts, '../shared/platform/command/src');
let root: string;

/** Runs the set-up of a small repository in a folder of its own, as a person would. */
function run(command: string | undefined, { before = '', npm = '' } = {}) {
  const file = join(root, 'scripts/setup.mjs');
  const preload = before ? ['--import', `data:text/javascript,${encodeURIComponent(before)}`] : [];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...preload, file, ...(command?.split(' ') ?? [])],
    { cwd: root, encoding: 'utf8', env: { ...process.env, npm_execpath: npm } },
  );
  return { status, stdout, stderr };
}

/** Writes a small repository into this folder. */
function makeRepository(folder: string) {
  root = folder;
  mkdirSync(root, { recursive: true });
  cpSync(join(scripts, 'setup.mjs'), join(root, 'scripts/setup.mjs'));
  cpSync(command, join(root, 'shared/platform/command/src'), { recursive: true });
  mkdirSync(join(root, 'shared/platform/cli/src'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  writeFileSync(join(root, 'package-lock.json'), '{"packages":{}}');
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(
    join(scripts, '../node_modules/esbuild'),
    join(root, 'node_modules/esbuild'),
    'junction',
  );
  mkdirSync(join(root, 'scripts/commands'));
  writeFileSync(
    join(root, 'scripts/commands/greet.ts'),
    "const words: string[] = process.argv.slice(2);\nconsole.log('hello', ...words);\nprocess.exitCode = 4;",
  );
  writeFileSync(join(root, 'node_modules/.package-lock.json'), '{"packages":{}}');
}

beforeEach(() => makeRepository(temporaryFolder()));

test('a command gets its arguments and returns its exit code, in a folder with special characters', () => {
  makeRepository(join(temporaryFolder(), "it's, here"));
  expect(run('greet a --b')).toEqual({ status: 4, stdout: 'hello a --b\n', stderr: '' });
});

test('a command is compiled again after a change of its sources or damage to the cache', () => {
  const esbuild = join(root, 'node_modules/esbuild');
  const command = join(root, 'scripts/commands/greet.ts');
  const words = join(root, 'scripts/commands/words.ts');
  const cache = join(root, 'node_modules/.cache/composed');
  writeFileSync(
    command,
    "import { words } from './words';\nconsole.log(words, import.meta.dirname);",
  );
  const says = (text: string) => {
    expect(run('greet')).toEqual({
      status: 0,
      stdout: `${text} ${join(root, 'scripts/commands')}\n`,
      stderr: '',
    });
  };
  const write = (text: string) => writeFileSync(words, `export const words: string = '${text}';`);
  write('first');
  says('first');
  // A text of the same length, so that only its content differs.
  write('other');
  says('other');
  write('first');
  says('first');
  const compiler = realpathSync(esbuild);
  rmSync(esbuild);
  says('first');
  symlinkSync(compiler, esbuild, 'junction');
  for (const name of readdirSync(cache)) {
    const file = join(cache, name);
    if (!statSync(file).isFile()) continue;
    writeFileSync(file, '{');
    says('first');
    rmSync(file);
    says('first');
  }
  rmSync(cache, { recursive: true });
  writeFileSync(cache, 'no folder, as in a repository that is read-only');
  says('first');
  writeFileSync(words, "export const words = 'first;");
  expect(run('greet')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /scripts\/commands\/words\.ts:1:\d+: ERROR: Unterminated/,
    ) as string,
  });
});

test.each(['nothing', '../setup', 'greet.ts'])('composed gets the command %s', (command) => {
  writeFileSync(
    join(root, 'shared/platform/cli/src/composed.mjs'),
    'console.log(...process.argv.slice(2));',
  );
  expect(run(`${command} --b`).stdout).toBe(`${command} --b\n`);
});

test.each(['20.18.3', '21.7.0'])('Node %s is refused with one sentence of advice', (version) => {
  const before = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
  const { status, stdout, stderr } = run('greet', { before });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^This project needs Node\.js 20 \(from 20\.19\), .+ and this is .+: .+\n$/,
  );
});

test.each(['20.19.0', '26.0.0'])('Node %s is accepted', (version) => {
  const before = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
  expect(run('greet', { before })).toMatchObject({ status: 4, stderr: '' });
});

/** Stands in for npm: records its arguments, installs packages of the lockfile, and exits with `code`. */
function fakeNpm(code: number, installs = true, brought: object = {}): string {
  const path = join(root, 'npm-stand-in.cjs');
  const note = `require('node:fs').appendFileSync(${JSON.stringify(join(root, 'calls'))}, process.argv.slice(2).join(' ') + '\\n');`;
  const install = `
    const { packages } = JSON.parse(require('node:fs').readFileSync('package-lock.json', 'utf8'));
    for (const [name, { dev, peer, optional }] of Object.entries(packages)) {
      if (optional) delete packages[name];
      if (dev && process.argv.includes('--omit=dev')) delete packages[name];
      if (peer && process.argv.includes('--omit=peer')) delete packages[name];
    }
    // npm leaves out a workspace whose folder is missing.
    if (!require('node:fs').existsSync('host')) delete packages['node_modules/host'];
    Object.assign(packages, ${JSON.stringify(brought)});
    for (const name of Object.keys(packages))
      if (name.startsWith('node_modules/')) require('node:fs').mkdirSync(name, { recursive: true });
    require('node:fs').writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));`;
  writeFileSync(path, `${note} ${installs ? install : ''} process.exitCode = ${code};`);
  return path;
}

test('a changed lockfile installs the packages once', () => {
  writeFileSync(join(root, 'package-lock.json'), '{"packages":{"node_modules/a":{"version":"1"}}}');
  const npm = fakeNpm(0);
  expect(run('greet', { npm })).toMatchObject({
    status: 4,
    stdout: 'Installing the packages that develop, test and check the site (missing: 1) …\nhello\n',
  });
  expect(run('greet', { npm }).stdout).toBe('hello\n');
  expect(readFileSync(join(root, 'calls'), 'utf8')).toMatch(/^install --no-save .*\n$/);
});

test('npm asks the registry for packages that are not in its cache', () => {
  const npm = fakeNpm(0);
  const installs = readFileSync(npm, 'utf8');
  writeFileSync(
    npm,
    `if (process.argv.includes('--prefer-offline')) process.exit(1);\n${installs}`,
  );
  expect(run('greet', { npm })).toMatchObject({ status: 4, stderr: '' });
});

test('a checkout without a workspace is installed once, and again when the workspace is added', () => {
  const packages = {
    host: { version: '1.0.0' },
    'node_modules/a': { version: '1' },
    'node_modules/host': { resolved: 'host', link: true },
  };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  const npm = fakeNpm(0);
  const says = () => run('greet', { npm }).stdout;
  expect(says()).toMatch(/^Installing .+ \(missing: 2\) …\nhello\n$/);
  expect(says()).toBe('hello\n');
  mkdirSync(join(root, 'host'));
  expect(says()).toMatch(/^Installing .+ \(missing: 1\) …\nhello\n$/);
  expect(says()).toBe('hello\n');
});

test('devDependencies are installed in production, too, and a failed installation is repeated', () => {
  writeFileSync(join(root, 'package-lock.json'), '{"packages":{"node_modules/a":{"version":"1"}}}');
  const failed = run('greet', { npm: fakeNpm(1, false) });
  expect(failed.status).toBe(1);
  expect(failed.stderr).toMatch(/^The packages could not be installed: .+\n$/);
  expect(readFileSync(join(root, 'calls'), 'utf8')).toContain(' --include=dev ');
  expect(run('greet', { npm: fakeNpm(0) }).status).toBe(4);
});

test('a stopped installation does not blame the network', () => {
  writeFileSync(join(root, 'package-lock.json'), '{"packages":{"node_modules/a":{"version":"1"}}}');
  const npm = fakeNpm(1);
  writeFileSync(npm, "process.kill(process.ppid, 'SIGINT'); setInterval(() => undefined, 1000);");
  expect(run('greet', { npm })).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^Installing .+\nStopping: npm undoes .+ …\n$/) as string,
    stderr:
      'The installation was stopped, and the live site is unchanged: run the command again.\n',
  });
});

test('server commands install no devDependencies; another command adds them once', () => {
  const lean = ['start', 'serve', 'services', 'build', 'release'];
  for (const command of lean)
    cpSync(join(root, 'scripts/commands/greet.ts'), join(root, `scripts/commands/${command}.ts`));
  const packages = {
    'node_modules/a': { version: '1' },
    'node_modules/b': { version: '1', dev: true },
    'node_modules/c': { version: '1', peer: true },
    // A package for another kind of machine.
    'node_modules/d': { version: '1', optional: true },
  };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  rmSync(join(root, 'node_modules/.package-lock.json'));
  const npm = fakeNpm(0);
  const says = (...some: readonly string[]) =>
    [...some, 'greet', undefined].map((each) => run(each, { npm }).stdout).join('');
  expect(says(...lean)).toBe(
    `Installing the packages that build and serve the site (missing: 1) …\n${'hello\n'.repeat(5)}Installing the packages that develop, test and check the site (missing: 2) …\nhello\n`,
  );
  expect(says('serve')).toBe('hello\n'.repeat(2));
  // A new remote changes the lockfile like this.
  const more = { ...packages, 'node_modules/remote-e': { resolved: 'remote-e', link: true } };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: more }));
  expect(says('serve')).toMatch(/^Installing .+ …\n(?:hello\n){2}$/);
  expect(readFileSync(join(root, 'calls'), 'utf8')).toMatch(
    /^ci --omit=dev --omit=peer .*\n(?:install --no-save --include=dev .*\n){2}$/,
  );
});

test.each([
  ['sha512-b', { status: 0, stdout: 'published\n' }],
  ['sha512-c', { status: 1, stdout: '' }],
])(
  'the first command that needs a package installs it and checks its hash: %s',
  (integrity, outcome) => {
    const packages = { 'node_modules/a': { name: 'b', version: '1.2.3', integrity: 'sha512-b' } };
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
    writeFileSync(
      join(root, 'scripts/commands/release.ts'),
      "import { installPackage } from '../../shared/platform/command/src/packages.mjs';\nawait installPackage('a');\nconsole.log('published');",
    );
    // Only what the command asks for is missing.
    writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
    const npm = fakeNpm(0, true, { 'node_modules/a': { version: '1.2.3', integrity } });
    const { stderr, ...first } = run('release', { npm });
    expect(first).toEqual(outcome);
    expect(stderr).toMatch(/^Installing a, which this command needs …\n/);
    expect(readFileSync(join(root, 'calls'), 'utf8')).toMatch(
      /^install --no-save --omit=dev --omit=peer a@npm:b@1\.2\.3 /,
    );
    expect(existsSync(join(root, 'node_modules/a'))).toBe(outcome.status === 0);
    if (outcome.status === 0) expect(run('release', { npm })).toEqual({ ...outcome, stderr: '' });
    else expect(stderr).toContain('The a of the npm registry is not that of package-lock.json');
  },
);
