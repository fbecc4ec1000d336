import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, rspack, type Stats } from '@rspack/core';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** What differs from a section that works: what a press of its button does first, and its first line. */
interface Section {
  readonly press?: string;
  readonly lead?: string;
}

const sources = ({ press = '', lead = "jsx('p', {})" }: Section) => ({
  'package.json': JSON.stringify({
    name: 'other-pricing',
    version: '1.0.0',
    microFrontend: {
      name: 'pricing',
      exposes: { './PricingSection': { import: './src/PricingSection', takes: { links: true } } },
      calls: [],
      port: 3003,
    },
    peerDependencies: { react: '^19.0.0' },
  }),
  'src/PricingSection.js': `
    import { lazy, Suspense, useState } from 'react';
    import { jsx, jsxs } from 'react/jsx-runtime';
    import './first.css';
    const Later = lazy(() => import('./Later.js'));
    export default function PricingSection() {
      const [isOpen, setOpen] = useState(false);
      const open = () => { ${press}; setOpen(true); };
      return jsxs('div', { 'data-boundary': 'pricing', className: 'pricing-first', children: [
        jsx('h2', { id: 'pricing-title', children: 'Built elsewhere' }),
        ${lead},
        jsx('button', { type: 'button', onClick: open, children: 'More' }),
        isOpen && jsx(Suspense, { fallback: null, children: jsx(Later, {}) }),
      ] });
    }`,
  'src/Later.js': `
    import { jsx } from 'react/jsx-runtime';
    import './later.css';
    export default () => jsx('p', { className: 'pricing-later', children: 'It has come' });`,
  'src/first.css': '.pricing-first { padding: 7px }',
  'src/later.css': '.pricing-later { padding: 11px }',
  'src/server.js': "export * as PricingSection from './PricingSection.js';",
});

const require = createRequire(import.meta.url);
const test = /\.css$/;

async function bundle(config: Configuration): Promise<void> {
  const stats = await promisify<Configuration, Stats | undefined>(rspack)(config);
  if (stats?.hasErrors()) throw new Error(stats.toString());
}

/**
 * A release of pricing that Rspack builds in a folder of its own, with a part and a style sheet that come at a press.
 * No release.json is in it: the tool derives one.
 * @returns its folder
 */
export async function derivedRelease(section: Section = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'derived-'));
  for (const [name, text] of Object.entries(sources(section))) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const output = { path: join(folder, 'browser'), publicPath: '/assets/pricing/' };
  const own = { singleton: true, import: false, requiredVersion: false } as const;
  await bundle({
    ...{ mode: 'production', context: folder, entry: {}, devtool: false },
    output: {
      ...output,
      uniqueName: 'pricing',
      filename: '[name].[contenthash:12].js',
      crossOriginLoading: 'anonymous',
      trustedTypes: { policyName: 'pricing' },
    },
    module: {
      rules: [
        {
          test,
          type: 'javascript/auto',
          use: [rspack.CssExtractRspackPlugin.loader, require.resolve('css-loader')],
        },
      ],
    },
    plugins: [
      new rspack.CssExtractRspackPlugin({ filename: '[name].[contenthash:12].css' }),
      new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }),
      new ModuleFederationPlugin({
        name: 'other_pricing',
        filename: 'remoteEntry.js',
        library: { type: 'window', name: 'other_pricing' },
        exposes: { './PricingSection': './src/PricingSection' },
        shared: { react: own, 'react/jsx-runtime': own },
        dts: false,
      }),
    ],
  });
  await bundle({
    ...{ mode: 'production', context: folder, devtool: false, target: 'node' },
    entry: './src/server.js',
    externals: { react: 'commonjs react', 'react/jsx-runtime': 'commonjs react/jsx-runtime' },
    output: { path: folder, filename: 'server.cjs', library: { type: 'commonjs2' } },
    module: { rules: [{ test, type: 'asset/source' }] },
    plugins: [new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
  });
  return folder;
}
