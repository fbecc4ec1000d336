import { copyCheckout } from '@composed/testing/apps/checkout';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { requireApp, findApps } from '@composed/apps';
import * as v from 'valibot';
import { addRemote } from './add-remote';
import { askRemoteKind } from './ask-remote-kind';
import { bundlers, frameworks, type RemoteOptions } from './remote-templates';

const repository = path.join(import.meta.dirname, '../../../../..');
const tables = ['host/src/modules.tsx', 'package-lock.json', '.github/CODEOWNERS'];
const run = promisify(execFile);
let root: string;

const read = (file: string) => readFile(path.join(root, file), 'utf8');

beforeEach(() => {
  root = temporaryFolder();
  copyCheckout(root);
});

test('a new remote adds its folder and one row to each table', async () => {
  const files = await addRemote(root, 'made-for-tests');
  const ownFiles = files.filter((file) => file.startsWith('remote-made-for-tests/'));
  expect(await read('remote-made-for-tests/README.md')).not.toMatch(/vue|svelte/);
  expect(files.filter((file) => !ownFiles.includes(file)).sort()).toEqual([...tables].sort());
  expect(requireApp('made-for-tests', findApps(root))).toEqual({
    name: 'made-for-tests',
    folder: 'remote-made-for-tests',
    source: 'remote-made-for-tests',
    port: 3002,
    exposes: {
      './MadeForTestsSection': {
        import: './src/MadeForTestsSection',
        props: { links: true },
      },
    },
  });
  expect(await read('host/src/modules.tsx')).toContain("section: 'made-for-tests'");
  expect(await read('package-lock.json')).toContain('"node_modules/remote-made-for-tests"');
  expect(await read('.github/CODEOWNERS')).toMatch(
    /\n\/remote-made-for-tests\/ @shop\/made-for-tests\n$/,
  );
});

test('a new remote takes a slot that the host opens, and changes no file of the host', async () => {
  const slots = "header: ['explore'], 'header-end': ['explore', '*']";
  await writeFile(path.join(root, 'host/src/site-config.tsx'), `a = { slots: { ${slots} } };`);
  const planned = await addRemote(root, 'made-for-tests', undefined, { dryRun: true });
  await expect(read('remote-made-for-tests/package.json')).rejects.toThrow('ENOENT');
  const files = await addRemote(root, 'made-for-tests');
  expect(files).toEqual(planned);
  expect(files.filter((file) => !file.startsWith('remote-made-for-tests/')).sort()).toEqual([
    '.github/CODEOWNERS',
    'package-lock.json',
  ]);
  expect(requireApp('made-for-tests', findApps(root)).exposes).toMatchObject({
    './MadeForTestsSection': { slot: 'header-end', props: { links: true } },
  });
});

test.each([
  [{ page: '/made/:id' }, 'MadeForTestsPage', 'h1'],
  [{ part: true }, 'MadeForTestsPart', 'h2'],
])(
  'a new remote may be a page or a part, and no file of the host changes: %j',
  async (choices, component, heading) => {
    const files = await addRemote(root, 'made-for-tests', undefined, choices);
    expect(files.filter((file) => !file.startsWith('remote-made-for-tests/')).sort()).toEqual([
      '.github/CODEOWNERS',
      'package-lock.json',
    ]);
    const { exposes, pages = [] } = requireApp('made-for-tests', findApps(root));
    expect(Object.keys(exposes)).toEqual([`./${component}`]);
    expect(pages.map(({ path: address, module }) => [address, module])).toEqual(
      'page' in choices ? [[choices.page, `./${component}`]] : [],
    );
    expect(await read(`remote-made-for-tests/src/${component}.tsx`)).toContain(`<${heading}>`);
  },
);

test('at a terminal, the command asks for the kind of the new remote', async () => {
  const asked = (...answers: string[]) =>
    askRemoteKind('reviews', async () => answers.shift() ?? '');
  expect(await asked('')).toEqual({});
  expect(await asked('what?', 'Page', '')).toEqual({ page: '/reviews' });
  expect(await asked('page', '/all/:id')).toEqual({ page: '/all/:id' });
  expect(await asked('part')).toEqual({ part: true });
});

test('the lockfile only gains lines, in npm’s order', async () => {
  const before = (await read('package-lock.json')).split('\n');
  await addRemote(root, 'made-for-tests');
  let next = 0;
  for (const line of (await read('package-lock.json')).split('\n')) {
    if (line === before[next]) next += 1;
  }
  expect(next).toBe(before.length);
});

test('a remote in its own repository adds a row to the host, and depends on the packages', async () => {
  const folder = path.join(temporaryFolder(), 'own');
  const packed = ['@composed/cli', '@shop/shared'].map((name) => ({
    name,
    file: path.join(folder, 'packages', `${path.basename(name)}.tgz`),
  }));
  const files = await addRemote(
    root,
    'made-for-tests',
    { folder, pack: async () => packed },
    { bundler: 'rspack' },
  );
  expect(files.filter((file) => !path.isAbsolute(file))).toEqual(['host/src/modules.tsx']);
  const [app] = findApps(folder);
  expect(app).toMatchObject({ name: 'made-for-tests', folder: '.' });
  const readOwn = (file: string) => readFile(path.join(folder, file), 'utf8');
  const asked = async () =>
    v.parse(
      v.object({ devDependencies: v.record(v.string(), v.string()) }),
      JSON.parse(await readOwn('package.json')),
    ).devDependencies;
  const devDependencies = await asked();
  expect(devDependencies['@shop/shared']).toBe('file:packages/shared.tgz');
  expect(Object.values(devDependencies)).not.toContain('undefined');
  const here = (await packageIn(repository)).devDependencies;
  for (const name of ['cli', 'dev-server', 'plugin-react-refresh'].map((each) => `@rspack/${each}`))
    expect(devDependencies[name]).toBe(here[name]);
  expect(await readdir(folder)).not.toContain('webpack.config.ts');
  expect((await readOwn('rspack.config.ts')).trim().split('\n').length).toBeLessThanOrEqual(15);
  expect(await readOwn('package.json')).toContain('"light-my-request": "6');
  expect(await readOwn('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  await expect(addRemote(root, 'also-made-for-tests', { folder })).rejects.toThrow('is not empty');
  await rm(folder, { recursive: true });
  await addRemote(root, 'also-made-for-tests', { folder });
  expect(await asked()).toMatchObject({
    '@composed/contracts': '^2.0.0',
    '@composed/cli': '^1.0.0',
    '@composed/build': '^1.0.0',
    '@shop/shared': '^1.0.0',
  });
});

const namedPackage = v.looseObject({
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
  devDependencies: v.record(v.string(), v.string()),
  peerDependencies: v.optional(v.record(v.string(), v.string()), {}),
});
const packageIn = async (folder: string) =>
  v.parse(namedPackage, JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')));

test.each(frameworks)(
  'a remote with its own %s names exact versions, and has a short adapter',
  async (framework) => {
    const files = await addRemote(root, 'made-for-tests', undefined, { framework });
    const folder = path.join(root, 'remote-made-for-tests');
    const { dependencies, devDependencies, peerDependencies } = await packageIn(folder);
    const tools = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([name]) => !name.startsWith('@composed/'),
    );
    expect(Object.keys(dependencies)).toContain(framework.replace('-own', ''));
    const knownPackages = (await packageIn(repository)).devDependencies;
    for (const [name, version] of tools)
      expect([version, `npm:${name}@${version}`]).toContain(
        knownPackages[`${name}-18`] ?? knownPackages[name],
      );
    expect(Object.keys(peerDependencies)).toEqual(['@shop/shared']);
    const { exposes } = requireApp('made-for-tests', findApps(root));
    expect(exposes['./MadeForTestsSection']?.import).toBe('./src/module');
    const adapter = files.find((file) => /src\/module\.tsx?$/.test(file)) ?? '';
    expect((await read(adapter)).trim().split('\n').length).toBeLessThanOrEqual(30);

    const ownFolder = path.join(temporaryFolder(), 'own');
    await addRemote(root, 'also-made-for-tests', { folder: ownFolder }, { framework });
    const there = await packageIn(ownFolder);
    expect(there.dependencies).toEqual(dependencies);
    expect(there.devDependencies).toHaveProperty('jest');
    for (const name of Object.keys(dependencies))
      expect(there.devDependencies).not.toHaveProperty(name);
  },
);

test('a remote with Tailwind has its classes only in its root, and the versions of this repository', async () => {
  const files = await addRemote(root, 'made-for-tests', undefined, { styles: 'tailwind' });
  expect(files.filter((file) => file.endsWith('.css'))).toEqual([
    'remote-made-for-tests/src/tailwind.css',
  ]);
  expect(await read('remote-made-for-tests/src/tailwind.css')).toContain('.made-for-tests-root {');
  const { devDependencies } = await packageIn(path.join(root, 'remote-made-for-tests'));
  expect({
    '@composed/build': '1.0.0',
    ...(await packageIn(repository)).devDependencies,
  }).toMatchObject(devDependencies);
});

test('a remote with Vite has the version of this repository, and a README for its dev server', async () => {
  const folder = path.join(temporaryFolder(), 'own');
  await addRemote(root, 'made-for-tests', undefined, { bundler: 'vite' });
  await addRemote(root, 'also-made-for-tests', { folder }, { bundler: 'vite' });
  const { vite, ...otherPackages } = (await packageIn(repository)).devDependencies;
  const react = otherPackages['@vitejs/plugin-react'];
  for (const home of [path.join(root, 'remote-made-for-tests'), folder]) {
    expect((await packageIn(home)).devDependencies).toMatchObject({
      vite,
      '@vitejs/plugin-react': react,
    });
    expect(await readdir(home)).not.toContain('webpack.config.ts');
    expect(await readFile(path.join(home, 'vite.config.ts'), 'utf8')).toContain(
      'plugins: [react(), remote(',
    );
  }
  expect(await readFile(path.join(folder, 'README.md'), 'utf8')).toContain(
    'an edit shows at once and keeps the state',
  );
});

test('DEV_PORT shifts the port of a new remote, but not the one in its package.json', async () => {
  process.env['DEV_PORT'] = '28200';
  try {
    await addRemote(root, 'made-for-tests');
    expect(requireApp('made-for-tests', findApps(root)).port).toBe(28_202);
  } finally {
    delete process.env['DEV_PORT'];
  }
  expect(requireApp('made-for-tests', findApps(root)).port).toBe(3002);
});

test('a failed packing leaves no file behind', async () => {
  const folder = path.join(root, 'own');
  const before = await Promise.all(tables.map(read));
  const pack = async () => {
    expect(await read('host/src/modules.tsx')).toContain("'made-for-tests/MadeForTestsSection'");
    await mkdir(path.join(folder, 'packages'), { recursive: true });
    throw new Error('The disk is full.');
  };
  await expect(addRemote(root, 'made-for-tests', { folder, pack })).rejects.toThrow(
    'The disk is full.',
  );
  expect(await Promise.all(tables.map(read))).toEqual(before);
  expect(await readdir(root)).not.toContain('own');
});

test.each([
  ['pricing', 'knows pricing already'],
  ['host', 'cannot be the name of a remote'],
  ['remote-entries', 'cannot be the name of a remote'],
  ['Reviews', 'cannot be the name of a remote'],
  ['../reviews', 'cannot be the name of a remote'],
  ['reviews-', 'cannot be the name of a remote'],
  // Valibot drops these keys when it parses a record.
  ['constructor', 'not be constructor, prototype, default or remote-entries'],
  ['default', 'which mean something else to browsers or to the host'],
  ['r'.repeat(51), 'must have at most 50 letters'],
  ['', 'cannot be the name of a remote'],
])('"%s" is refused, and nothing is written', async (name, reason) => {
  const before = await readdir(root);
  await expect(addRemote(root, name)).rejects.toThrow(reason);
  expect(await readdir(root)).toEqual(before);
});

test('a table without a place for the row is named, and nothing is written', async () => {
  await writeFile(path.join(root, 'host/src/modules.tsx'), 'export const modules = {};\n');
  await expect(addRemote(root, 'made-for-tests')).rejects.toThrow(
    'host/src/modules.tsx has no place',
  );
  expect(await readdir(root)).not.toContain('remote-made-for-tests');
});

/** Lists the files of a folder and its subfolders, without installed packages. */
const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => path.join(entry.parentPath, entry.name));

test('every file of every kind of remote is formatted as Prettier formats it', async () => {
  const kinds: readonly RemoteOptions[] = [
    {},
    { page: '/made/:id' },
    { part: true },
    { styles: 'tailwind' },
    ...bundlers.map((bundler) => ({ bundler })),
    ...frameworks.map((framework) => ({ framework })),
  ];
  const own = temporaryFolder();
  const written = new Set<string>();
  for (const [n, choices] of kinds.entries()) {
    const here = await addRemote(root, `here-${n}`, undefined, choices);
    for (const file of here) written.add(path.join(root, file));
    await addRemote(root, `own-${n}`, { folder: path.join(own, `own-${n}`) }, choices);
  }
  await writeFile(path.join(root, 'host/src/site-config.tsx'), "a = { slots: { end: ['*'] } };");
  for (const file of await addRemote(root, 'in-slot')) written.add(path.join(root, file));
  const program = path.join(repository, 'node_modules/prettier/bin/prettier.cjs');
  const options = ['--config', path.join(repository, 'package.json'), '--list-different'];
  const files = [...written, ...(await filesIn(own))];
  expect(files.length).toBeGreaterThan(100);
  const formatting = run(process.execPath, [program, ...options, '--ignore-unknown', ...files]);
  expect(await formatting.catch((error: unknown) => error)).toEqual({ stdout: '', stderr: '' });
});
