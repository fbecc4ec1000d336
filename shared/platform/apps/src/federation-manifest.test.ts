import { checkout } from '@composed/testing/apps/checkout';
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder, writeFiles } from '@composed/build/jest/temporary-folder';
import { requireApp } from './apps';
import { createManifest } from './create-manifest';
import { readFederationManifest } from './federation-manifest';

const pricing = requireApp('pricing');
const packageFile = path.join(checkout, 'remote-pricing/package.json');
const origin = { builtAt: '2026-03-01T00:00:00.000Z', commit: null };

const run = promisify(execFile);

/** Runs in a process of its own, since Jest loads no ES modules. Its argument is the folder. */
const builder = `
  import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
  import { rspack } from '@rspack/core';
  const [, folder] = process.argv;
  const finished = (error, stats) => {
    if (error || stats.hasErrors()) throw error ?? new Error(stats.toString());
  };
  rspack({
    mode: 'production',
    context: folder,
    entry: {},
    output: {
      path: folder + '/browser',
      publicPath: '/assets/pricing/',
      uniqueName: 'pricing',
      filename: '[name].[contenthash:12].js',
      cssFilename: '[name].[contenthash:12].css',
    },
    module: { rules: [{ test: /\\.css$/, type: 'css/auto' }] },
    plugins: [
      new ModuleFederationPlugin({
        name: 'remote_pricing',
        filename: 'remoteEntry.js',
        library: { type: 'window', name: 'remote_pricing' },
        exposes: { './PricingSection': './src/PricingSection' },
        shared: { 'react/jsx-runtime': { singleton: true, import: false, requiredVersion: false } },
        dts: false,
      }),
    ],
  }, finished);
`;

let folder: string;
beforeEach(() => void (folder = temporaryFolder()));

test('a build by Rspack becomes a release with the data of its federation manifest', async () => {
  const section =
    "import { jsx } from 'react/jsx-runtime'; import './a.css'; export const later = () => import('./Later.js'); export default () => jsx('p', {});";
  writeFiles(folder, {
    'src/PricingSection.js': section,
    'src/a.css': '.pricing-a{color:red}',
    'src/Later.js': "import './b.css'; export const b = 1;",
    'src/b.css': '.pricing-b{color:red}',
    'server.cjs': '',
  });
  await run(process.execPath, ['--input-type=module', '--eval', builder, folder]);

  const made = await createManifest(pricing, folder, origin);
  expect(made).toMatchObject({
    app: 'pricing',
    global: 'remote_pricing',
    source: 'remote-pricing',
  });
  expect(made.entry).toMatch(/^remoteEntry\.[0-9a-f]{12}\.js$/);
  const { scripts = [], styles = [] } = made.exposes['./PricingSection'] ?? {};
  expect(scripts[0]).toBe(made.entry);
  expect(scripts[1]).toMatch(/PricingSection\.[0-9a-f]{12}\.js$/);
  // The second sheet belongs to a lazy chunk, which would load it without a hash if the page did not have it.
  expect(styles).toEqual([
    expect.stringMatching(/PricingSection\.[0-9a-f]{12}\.css$/),
    expect.stringMatching(/\.[0-9a-f]{12}\.css$/),
  ]);
  // The range is that of peerDependencies: the plugin writes the installed version.
  expect(made.shared).toEqual({ 'react/jsx-runtime': '^19.0.0' });
  const files = await readdir(path.join(folder, 'browser'));
  expect(Object.keys(made.files)).toEqual(
    files.filter((name) => !name.startsWith('mf-')).sort((a, b) => (a < b ? -1 : 1)),
  );
});

const shares = (name: string, requiredVersion: string, sync: readonly string[] = []) => ({
  name,
  requiredVersion,
  assets: { js: { async: [], sync } },
});

/** The manifest that webpack’s plugin writes, for a remote that also shares a library of its own. */
const written = {
  metaData: {
    globalName: 'remote_pricing',
    publicPath: 'auto',
    remoteEntry: { name: 'remoteEntry.js', path: '', type: 'window' },
  },
  shared: [
    shares('react', '^19.2.0'),
    shares('zustand', '^5.0.0'),
    shares('lodash', '^4.0.0', ['lodash.1a2b3c4d5e6f.js']),
  ],
  exposes: [
    {
      path: './PricingSection',
      assets: { js: { sync: ['section.js', 'remoteEntry.js'], async: [] }, css: { sync: [] } },
    },
  ],
};

const filesOf = (manifest: object) =>
  new Map([
    ['mf-manifest.json', Buffer.from(JSON.stringify(manifest))],
    ['remoteEntry.js', Buffer.from('entry')],
  ]);
const readAs = (manifest: object) =>
  readFederationManifest(pricing, filesOf(manifest), packageFile);

test('a shared package without a copy in the remote is required, others are optional', () => {
  expect(readAs(written)?.bundle.shared).toEqual({ react: '^19.0.0', zustand: '^5.0.0' });
});

test('an entry that is also a script of its module is listed once', () => {
  const { entry, exposes } = readAs(written)?.bundle ?? {};
  expect(exposes?.['./PricingSection']?.scripts).toEqual([entry, 'section.js']);
});

test('a build that loads its style sheets from another address is refused', () => {
  const files = new Map([...filesOf(written), ['a.0c.css', Buffer.from('')]] as const);
  expect(() => readFederationManifest(pricing, files, packageFile)).toThrow(
    "set output.publicPath to '/assets/pricing/'",
  );
});

const { metaData } = written;
test.each([
  [
    { metaData: { ...metaData, remoteEntry: { ...metaData.remoteEntry, type: 'module' } } },
    "leave module federation's plugin out and publish the modules themselves",
  ],
  [
    { metaData: { ...metaData, publicPath: 'https://cdn.example/' } },
    "set output.publicPath to '/assets/pricing/' or 'auto'",
  ],
  [
    { metaData: { ...metaData, remoteEntry: { ...metaData.remoteEntry, name: 'gone.js' } } },
    'has no entry "gone.js"',
  ],
  [{ exposes: [] }, 'exposes no ./PricingSection'],
  [{ exposes: 1 }, 'mf-manifest.json of pricing cannot be read at "exposes"'],
])('a build that can be no release says why: %j', (part, sentence) => {
  expect(() => readAs({ ...written, ...part })).toThrow(sentence);
});
