import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { appendFile, cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { publint } from 'publint';
import { glob } from 'tinyglobby';
import * as v from 'valibot';
import { readPackage } from '@composed/apps/workspaces';
import { composerVersion } from '@composed/contracts/composer';
import { getSiteDescription } from '@composed/apps/this-repository';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { packPackages, type PackedPackage } from '@composed/cli/pack-packages';

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);
const packageWithDependencies = v.object({ dependencies: v.record(v.string(), v.string()) });
let folder: string;
let packed: readonly PackedPackage[];
let tarballs: readonly string[];

const tarballOf = (name: string) => packed.find((each) => each.name === name)?.file ?? '';

beforeAll(async () => {
  folder = temporaryFolder();
  packed = await packPackages(root, folder);
  tarballs = packed.map(({ file }) => file);
});

test('publint finds no problem in the packages', async () => {
  for (const file of tarballs) {
    const { buffer: tarball } = new Uint8Array(await readFile(file));
    expect(await publint({ pack: { tarball }, strict: true })).toMatchObject({ messages: [] });
  }
});

test('every script can import its files and packages', async () => {
  for (const tarball of tarballs) {
    const unpacked = path.join(folder, path.basename(tarball, '.tgz'));
    await mkdir(unpacked);
    await run('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components', '1']);
    const { errors, metafile } = await build({
      entryPoints: await glob('**/*.{js,mjs}', {
        cwd: unpacked,
        absolute: true,
        // Apps bundle these packages together with their own.
        ignore: '**/*.browser.js',
      }),
      bundle: true,
      write: false,
      outdir: unpacked,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      resolveExtensions: ['.none'],
      logLevel: 'silent',
      loader: { '.css': 'empty' },
      metafile: true,
    });
    expect(errors).toEqual([]);
    const { name, dependencies, peerDependencies } = readPackage(
      path.join(unpacked, 'package.json'),
    );
    const knownPackages = { [name]: '', ...dependencies, ...peerDependencies };
    const imported = Object.values(metafile.inputs)
      .flatMap(({ imports }) => imports.filter(({ external }) => external))
      .flatMap((each) => /^(?:@[^/]+\/)?[^/]+/.exec(each.path) ?? [])
      .filter((each) => !each.startsWith('node:') && !builtinModules.includes(each));
    expect(imported.filter((each) => !(each in knownPackages))).toEqual([]);
    // Only remotes that use Rspack install its 50 MB.
    expect(Object.keys(dependencies).filter((each) => each.startsWith('@rspack/'))).toEqual([]);
  }
});

test('a packed package has the devDependencies that others need, and no others', async () => {
  const dependenciesOf = async (name: string) => {
    const file = ['-xzOf', tarballOf(name), 'package/package.json'];
    return v.parse(packageWithDependencies, JSON.parse((await run('tar', file)).stdout))
      .dependencies;
  };
  const compose = await dependenciesOf('@composed/compose');
  const { devDependencies } = readPackage(path.join(root, 'shared/platform/compose/package.json'));
  expect(Object.keys(compose)).toContain('parse5');
  expect(Object.keys(compose).filter((name) => name in devDependencies)).toEqual([]);
  expect(await dependenciesOf('@composed/release')).not.toHaveProperty('fastify');
  for (const folder of ['build', 'cli']) {
    const document = readPackage(path.join(root, `shared/platform/${folder}/package.json`));
    const names = v.parse(v.array(v.string()), document['packedDevDependencies']);
    expect(Object.keys(await dependenciesOf(document.name))).toEqual(expect.arrayContaining(names));
  }
});

test('templates contain dot files and the common files of this repository', async () => {
  const { stdout } = await run('tar', ['-tzf', tarballOf('@composed/cli')]);
  for (const file of [
    'site/.gitignore',
    'site/.github/CODEOWNERS',
    'repository/.gitignore',
    'common/.npmrc',
    'common/.github/workflows/release.yml',
    'common/.github/workflows/release-app.yml',
  ])
    expect(stdout).toContain(`package/templates/${file}.template\n`);
  expect(stdout).toContain('package/templates/repository/.vscode/settings.json\n');
  const schema = [
    '-xzOf',
    tarballOf('@composed/release'),
    'package/src/format/release.schema.json',
  ];
  expect(JSON.parse((await run('tar', schema)).stdout)).toMatchObject({
    title: 'release.json',
    required: expect.arrayContaining(['app', 'version']) as unknown,
  });
});

test('a changed package gets another version, which its dependents require', async () => {
  const copy = temporaryFolder();
  for (const name of ['package.json', 'tsconfig.json', 'shared', 'scripts', '.npmrc', '.github']) {
    const filter = (file: string) => !file.includes('node_modules');
    await cp(path.join(root, name), path.join(copy, name), { recursive: true, filter });
  }
  for (const packages of ['node_modules', 'shared/node_modules', 'scripts/node_modules']) {
    await symlink(path.join(root, packages), path.join(copy, packages));
  }
  await appendFile(path.join(copy, 'shared/src/styles/tokens.css'), ':root { --one-more: 1px; }\n');
  const again = await packPackages(copy, folder, false, ['@shopwright/shared']);
  const otherPackages = again.filter(({ name }) => name !== '@shopwright/shared');
  const changed = again.find((each) => !otherPackages.includes(each));
  // The other packages are the same when they are packed elsewhere.
  expect(otherPackages.length).toBeGreaterThan(0);
  expect(packed).toEqual(expect.arrayContaining(otherPackages));
  expect(changed?.version).toMatch(/^1\.0\.0-x[0-9a-f]{12}$/);
  expect(packed.map(({ version }) => version)).not.toContain(changed?.version);
  const services = ['-xzOf', tarballOf('@shopwright/services'), 'package/package.json'];
  const { dependencies } = v.parse(
    packageWithDependencies,
    JSON.parse((await run('tar', services)).stdout),
  );
  const shared = packed.find(({ name }) => name === '@shopwright/shared');
  expect(dependencies['@shopwright/shared']).toBe(shared?.version);
});

test.each([
  ['shared/platform/contracts', { composer: composerVersion }],
  ['shared', { provides: getSiteDescription().providesVersion }],
])('this version of %s keeps the contracts that its major version promises', (folder, kept) => {
  const { version, contracts } = readPackage(path.join(root, folder, 'package.json'));
  const promised = v.parse(v.record(v.string(), v.unknown()), contracts);
  // A range such as ^1.0.0 is a promise: a changed contract is a new major version, listed beside the old one.
  expect(kept).toEqual(promised[version.replace(/\..*/, '')]);
});

test('the CHANGELOG begins with the version that is packed', () => {
  const changes = readFileSync(path.join(root, 'shared/platform/cli/CHANGELOG.md'), 'utf8');
  const { version } = readPackage(path.join(root, 'shared/platform/cli/package.json'));
  expect(/^## (.+)$/m.exec(changes)?.[1]).toBe(version);
});
