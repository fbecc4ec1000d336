import '@composed/testing/apps/checkout';
import { rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder, writeFiles } from '@composed/build/jest/temporary-folder';
import { requireApp } from './apps';
import { getRepositoryRoot } from './this-repository';
import { parseReleaseManifest } from '@composed/contracts/release-manifest';
import { createManifest } from './create-manifest';
import { readBuildFolder, readRegularFile } from './read-build-folder';

const pricing = requireApp('pricing');
const origin = { builtAt: '2026-03-01T00:00:00.000Z', commit: null };

let folder: string;
beforeEach(async () => {
  folder = temporaryFolder();
  await build();
});

interface Build {
  readonly files?: Readonly<Record<string, string>>;
  readonly server?: string;
  readonly section?: object;
  readonly map?: string;
  /** The source file in webpack’s statistics, relative to the root. */
  readonly module?: string;
}

/** Writes the files of a finished build of pricing, as webpack does. */
async function build({
  files = {},
  server = 'exports.a = 1',
  map = '{}',
  module = 'remote-pricing/src/PricingSection.tsx',
  section = { assets: [{ name: 'PricingSection.0b.js' }, { name: 'styles.0c.css' }] },
}: Build = {}) {
  const written = {
    'entry.0a.js': 'entry',
    'PricingSection.0b.js': 'section',
    'styles.0c.css': '.pricing-a{}',
    'img/pricing/pro.0d.svg': '<svg/>',
    ...files,
  };
  writeFiles(path.join(folder, 'browser'), written);
  const browser = {
    name: 'pricing browser',
    namedChunkGroups: {
      remote_pricing: { assets: [{ name: 'entry.0a.js' }] },
      PricingSection: section,
    },
    modules: [
      {
        nameForCondition: path.join(getRepositoryRoot(), module),
        issuerName: './src/Prices.tsx + 2 modules',
      },
      { name: 'consume shared module (default) react@* (singleton)' },
      { name: 'consume shared module (default) @shop/shared/plans@* (singleton)' },
    ],
  };
  const stats = { children: [browser] };
  writeFiles(folder, { 'server.cjs': server, 'maps/entry.0a.js.map': map, 'stats.json': stats });
}

const manifest = () => createManifest(pricing, folder, origin);

test('a manifest names every file with its size and SHA-256, and reads back', async () => {
  const made = await manifest();
  expect(parseReleaseManifest(JSON.stringify(made))).toEqual(made);
  expect(Object.keys(made.files)).toEqual([
    'PricingSection.0b.js',
    'entry.0a.js',
    'img/pricing/pro.0d.svg',
    'styles.0c.css',
  ]);
  expect(Object.keys(made.maps)).toEqual(['entry.0a.js']);
  // `printf entry | openssl dgst -sha256 -binary | base64`
  expect(made.files['entry.0a.js']).toEqual({
    bytes: 5,
    integrity: 'sha256-kj/lOWbGzZND4Rr3ds1LBb4xXqSyALAuTV37D5Kbc78=',
  });
});

test('a manifest has the files and props of a module, and the ranges that a remote requires', async () => {
  const { exposes, shared, providesVersion } = await manifest();
  const scripts = ['entry.0a.js', 'PricingSection.0b.js'];
  expect(exposes).toEqual({
    './PricingSection': {
      scripts,
      styles: ['styles.0c.css'],
      props: { links: true, prices: true },
      calls: ['/store/plans'],
    },
  });
  // Only shared packages that the modules import, in the browser or in the guest bundle, are listed.
  expect(Object.keys(shared)).toEqual(['react', '@shop/shared/plans']);
  await build({ server: 'exports.a = require("react-dom")' });
  expect(Object.keys((await manifest()).shared).sort()).toEqual([
    '@shop/shared/plans',
    'react',
    'react-dom',
  ]);
  expect(providesVersion).toBe(1);
});

test('a bundled copy of a shared package is refused unless it is in dependencies', async () => {
  expect(await manifest()).not.toHaveProperty('brings');
  await build({ module: 'node_modules/react-dom/server.browser.js' });
  await expect(manifest()).rejects.toThrow(
    'holds a copy of react-dom: ./src/Prices.tsx imports react-dom/server.browser. Hosts hand over react-dom, react-dom/client: import one of these with react-dom in peerDependencies, or name react-dom in dependencies to bring its own.',
  );
  await build({ module: 'node_modules/zustand/esm/vanilla.mjs' });
  expect(await manifest()).not.toHaveProperty('brings');
});

test('the version depends only on the bytes of the release', async () => {
  const { version } = await manifest();
  const later = { builtAt: '2027-01-01T00:00:00.000Z', commit: 'abc' };
  expect((await createManifest(pricing, folder, later)).version).toBe(version);
  const changes: readonly Build[] = [
    { files: { 'PricingSection.0b.js': 'Section' } },
    { files: { 'new.0e.js': '' } },
    { server: 'exports.a = 2' },
    { map: '{"version":3}' },
  ];
  const versions = [version];
  for (const change of changes) {
    await build(change);
    versions.push((await manifest()).version);
    await rm(path.join(folder, 'browser'), { recursive: true });
  }
  expect(new Set(versions).size).toBe(5);
});

test('a build without its entry or a chunk of an exposed module is refused', async () => {
  await build({ section: { assets: [] } });
  await expect(manifest()).rejects.toThrow(
    'The build of pricing has no chunk for ./PricingSection.',
  );
  const nothing = { name: 'pricing browser', namedChunkGroups: {}, modules: [] };
  writeFiles(folder, { 'stats.json': { children: [nothing] } });
  await expect(manifest()).rejects.toThrow('The build of pricing has no entry "remote_pricing".');
});

const megabyte = 1024 * 1024;
/** Writes a sparse file of this size, which takes no room on the disk. */
async function hole(name: string, size: number) {
  await writeFile(path.join(folder, name), '');
  await truncate(path.join(folder, name), size);
}

test('a file that is too large is refused', async () => {
  await hole('server.cjs', 16 * megabyte + 1);
  await expect(readBuildFolder(folder)).rejects.toThrow(
    'server.cjs has 16,777,217 bytes, and may have 16,777,216.',
  );
  await hole('release.json', 16 * megabyte + 1);
  await expect(readRegularFile(path.join(folder, 'release.json'))).rejects.toThrow('and may have');
  for (const name of ['a', 'b', 'c']) await hole(`browser/${name}.js`, 100 * megabyte);
  await expect(readBuildFolder(folder)).rejects.toThrow('bytes, and may have 268,435,456.');
});

test('a folder with too many files is refused', async () => {
  for (let n = 0; n < 2000; n += 1) await writeFile(path.join(folder, 'browser', `${n}.js`), '');
  await expect(readBuildFolder(folder)).rejects.toThrow(
    'browser has 2,004 files, and may have 2,000.',
  );
});
