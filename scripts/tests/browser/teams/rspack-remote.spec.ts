import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import type { Page } from '@playwright/test';
import { type Configuration, rspack, type RuleSetRule, type Stats } from '@rspack/core';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { watchSharedPackages } from '../../helpers/remote-section';
import { hydrated, remoteHydrated } from '@composed/testing/browser/hydration';
import { tryAgain } from '../../helpers/sections';
import { aTeam, type Team } from '../../helpers/team';
import { expect, readLosses, nothingLost, test } from '../fault-gallery/fault-fixtures';

// Built by Rspack with the plugin of module federation, whose manifest the release tool turns into a release.json.

/** A section with more than one can overlook, and a part with a style sheet that come at a press. */
const sources = {
  'package.json': JSON.stringify({
    name: 'other-pricing',
    version: '1.0.0',
    microFrontend: {
      name: 'pricing',
      exposes: { './PricingSection': { import: './src/PricingSection', props: { links: true } } },
      port: 3003,
    },
    peerDependencies: { react: '^19.0.0', '@shopwright/shared': '^1.0.0' },
  }),
  'src/PricingSection.js': `
    import { lazy, Suspense, useState } from 'react';
    import { jsx, jsxs } from 'react/jsx-runtime';
    import { toasts } from '@shopwright/shared/toasts';
    import './first.css';
    const Later = lazy(() => import('./Later.js'));
    const plans = Array.from({ length: 20 }, (_, n) => jsx('li', { children: 'Plan ' + n }, n));
    export default function PricingSection() {
      const [isOpen, setOpen] = useState(false);
      const open = () => {
        setOpen(true);
        toasts.show({ kind: 'success', title: 'More', message: 'It has a toast' });
      };
      return jsxs('div', { 'data-boundary': 'pricing', className: 'pricing-first', children: [
        jsx('h2', { id: 'pricing-title', children: 'Built elsewhere' }),
        jsx('ul', { children: plans }),
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
};

/** It brings copies that say they are newer than the host's, which must be taken all the same. */
const shared = Object.fromEntries(
  ['react', 'react/jsx-runtime', '@shopwright/shared/toasts'].map((request) => [
    request,
    { singleton: true, requiredVersion: '*', version: '19.999.0' },
  ]),
);

const require = createRequire(import.meta.url);
const checkout = join(import.meta.dirname, '../../../..');
const typeScript = {
  test: /\.ts$/,
  type: 'javascript/auto',
  loader: 'builtin:swc-loader',
} as const;

/** @param styles what becomes of style sheets */
async function bundle(context: string, styles: RuleSetRule, own: Configuration): Promise<void> {
  const stats = await promisify<Configuration, Stats | undefined>(rspack)({
    mode: 'production',
    context,
    devtool: false,
    ...own,
    resolve: { modules: [join(checkout, 'node_modules')], extensions: ['.ts', '.js'] },
    module: { rules: [typeScript, { test: /\.css$/, ...styles }] },
  });
  if (stats?.hasErrors()) throw new Error(stats.toString());
}

/** @returns a folder with the files for browsers, and the bundle for rendering */
async function build(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'derived-'));
  for (const [name, text] of Object.entries(sources)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const css = [rspack.CssExtractRspackPlugin.loader, require.resolve('css-loader')];
  await bundle(
    folder,
    { type: 'javascript/auto', use: css },
    {
      entry: {},
      output: {
        path: join(folder, 'browser'),
        publicPath: '/assets/pricing/',
        uniqueName: 'pricing',
        filename: '[name].[contenthash:12].js',
        crossOriginLoading: 'anonymous',
        trustedTypes: { policyName: 'pricing' },
      },
      plugins: [
        new rspack.CssExtractRspackPlugin({ filename: '[name].[contenthash:12].css' }),
        // The policy of the pages lets no chunk through without a hash.
        new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'] }),
        new ModuleFederationPlugin({
          name: 'remote_pricing',
          filename: 'remoteEntry.js',
          library: { type: 'window', name: 'remote_pricing' },
          exposes: { './PricingSection': './src/PricingSection' },
          shared,
          dts: false,
        }),
      ],
    },
  );
  await bundle(
    folder,
    { type: 'asset/source' },
    {
      target: 'node',
      entry: './src/server.js',
      externals: Object.fromEntries(Object.keys(shared).map((name) => [name, `commonjs ${name}`])),
      output: { path: folder, filename: 'server.cjs', library: { type: 'commonjs2' } },
      plugins: [new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
    },
  );
  return folder;
}

async function otherTeam(): Promise<Team> {
  const team = await aTeam();
  const folder = await build();
  const reasons = ['--over-budget', 'Brings its own React', '--replace', 'It has moved'];
  await team.mustRelease('publish', '--from', folder, ...reasons);
  await rm(folder, { recursive: true });
  return team;
}

test.describe.configure({ mode: 'serial' });
test.use({
  contextOptions: { reducedMotion: 'no-preference' },
  baseURL: async ({ perWorker }, use) =>
    use((await perWorker('a container of another bundler', otherTeam)).site.url),
});

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('while it is unavailable every node stays, and one press on “Try again” recovers it', async ({
  page,
  expectConsole,
  observations: _,
}) => {
  expectConsole(/^error: /);
  await page.route('**/assets/pricing/*.js', (route) => route.abort());
  await page.goto('/');
  await hydrated(page);
  await expect(tryAgain(page)).toBeVisible();
  expect(await readLosses(page)).toEqual(nothingLost);
  await page.unroute('**/assets/pricing/*.js');
  await tryAgain(page).click();
  await remoteHydrated(page);
  expect(await readLosses(page)).toEqual(nothingLost);
});

test('it has the host’s React and toasts, and the page has the style sheet of its lazy component', async ({
  page,
}) => {
  const expectSharedOnce = watchSharedPackages(page);
  const sheets: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.css')) sheets.push(request.url());
  });
  await page.goto('/');
  await remoteHydrated(page);
  await press(page, 'More');
  await expect(page.getByText('It has come')).toHaveCSS('padding-left', '11px');
  // Drawn by the host.
  await expect(page.getByRole('status').filter({ hasText: 'It has a toast' })).toBeVisible();
  await expectSharedOnce();
  expect(sheets).toEqual([]);
});
