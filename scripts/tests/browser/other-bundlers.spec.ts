import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { rspack } from '@rspack/core';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { serverConfig } from '@composed/tooling/build/production';
import { requiredRanges } from '@composed/tooling/build/shared-packages';
import { webpackBundler } from '@composed/tooling/build/webpack';
import { remoteGlobal } from '@composed/contracts/remote-names';
import { SubresourceIntegrityPlugin } from 'webpack-subresource-integrity';
import { buildApp } from '../../platform/build/build-app';
import { createManifest } from '../../platform/build/create-manifest';
import { createAccountPath } from '@shopwright/shared/contracts/sign-up';
import { fillIn, newVisitor, signUpButton } from '../helpers/new-visitor';
import { hydrated, remoteHydrated } from '../helpers/sections';
import { derivedRelease } from '../helpers/derived-release';
import { aTeam, type Team } from '../helpers/team';
import { expect, losses, nothingLost, test } from './fault-gallery/fault-fixtures';

// The remotes of all other tests have webpack's own container. These bring a React that says it is newer.

/** The parts of a bundler that are needed; the types of webpack and Rspack differ in the rest. */
interface Stats {
  hasErrors(): boolean;
  toString(): string;
}
type Bundle = (config: object, done: (error: Error | null, stats?: Stats) => void) => unknown;

const require = createRequire(import.meta.url);
const webpack = 'webpack-5.111';
// Lets the plugin find the webpack that it extends: with 5.112 it does not load.
process.env['FEDERATION_WEBPACK_PATH'] = require.resolve(webpack);

const bundlers = {
  enhanced: {
    bundle: require(webpack) as Bundle,
    Federation: ModuleFederationPlugin,
    Integrity: SubresourceIntegrityPlugin,
  },
  rspack: {
    bundle: rspack as Bundle,
    Federation: rspack.container.ModuleFederationPlugin,
    Integrity: rspack.SubresourceIntegrityPlugin,
  },
};

/**
 * Makes a release as a team would that has never seen this repository. Its container comes from module federation’s
 * plugin, for webpack or Rspack, and brings its own copies of what is shared. The rendering bundle, styles and
 * pictures are those of the app’s own build.
 * @returns its folder
 */
async function buildWith(bundler: keyof typeof bundlers, name: string): Promise<string> {
  const { app, folder } = await buildApp(name);
  const made = await mkdtemp(path.join(tmpdir(), `${name}-${bundler}-`));
  await cp(folder, made, { recursive: true, filter: (file) => !/\.(?:js|map|json)$/.test(file) });
  const { context, module, resolve } = serverConfig(webpackBundler, app, made);
  const { bundle, Federation, Integrity } = bundlers[bundler];
  const shared = Object.entries(requiredRanges(app)).map(([request, requiredVersion]) => {
    // Newer than the host’s copies, which must be taken all the same.
    return [request, { singleton: true, requiredVersion, version: '19.999.0' }] as const;
  });
  const federation = {
    name: remoteGlobal(name),
    filename: `entry.${bundler}.js`,
    library: { type: 'window', name: remoteGlobal(name) },
    exposes: Object.fromEntries(
      Object.entries(app.exposes).map(([expose, module]) => [expose, module.import]),
    ),
    shared: Object.fromEntries(shared),
    manifest: true,
    dts: false,
  };
  const config = {
    ...{ mode: 'production', context, module, resolve, entry: {}, target: ['web', 'es2022'] },
    output: {
      path: path.join(made, 'browser'),
      filename: '[name].[contenthash:12].js',
      uniqueName: name,
      publicPath: `/assets/${name}/`,
      crossOriginLoading: 'anonymous',
      trustedTypes: { policyName: name },
    },
    // Minifying would take half of the time.
    optimization: { minimize: false },
    // The policy of the pages lets no chunk through without a hash.
    plugins: [new Federation(federation), new Integrity({ hashFuncNames: ['sha384'] })],
  };
  const stats = await promisify<object, Stats | undefined>(bundle)(config);
  if (stats?.hasErrors()) throw new Error(stats.toString());
  const built = { builtAt: new Date().toISOString(), revision: null };
  const manifest = await createManifest(app, made, built);
  await writeFile(path.join(made, 'release.json'), JSON.stringify(manifest));
  return made;
}

async function otherTeam(): Promise<Team> {
  const team = await aTeam();
  const folders = [await buildWith('enhanced', 'pricing'), await buildWith('rspack', 'signup')];
  const from = folders.flatMap((folder) => ['--from', folder]);
  await team.mustRelease('publish', ...from, '--over-budget', 'Brings its own React');
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
  return team;
}

let team: Team;

test.describe.configure({ mode: 'serial' });
test.use({
  contextOptions: { reducedMotion: 'no-preference' },
  baseURL: async ({ perWorker }, use) => {
    team = await perWorker('containers of other bundlers', otherTeam);
    await use(team.site.url);
  },
});

for (const [path, app] of [
  ['/', 'pricing'],
  ['/signup', 'signup'],
] as const) {
  test(`${app} that is unavailable leaves every node in its place, and one press brings it`, async ({
    page,
    expectConsole,
    observations: _,
  }) => {
    expectConsole(/^error: /);
    await page.route(`**/assets/${app}/*.js`, (route) => route.abort());
    await page.goto(path);
    await hydrated(page);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(await losses(page)).toEqual(nothingLost);
    await page.unroute(`**/assets/${app}/*.js`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await remoteHydrated(page);
    expect(await losses(page)).toEqual(nothingLost);
  });
}

test('there is one React and one toast store between them, the host’s', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^error: Failed to load resource.*500/);
  await page.route(`**${createAccountPath}`, (route) => route.fulfill({ status: 500 }));
  const scripts = new Map<string, Promise<string>>();
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    if (pathname.endsWith('.js')) scripts.set(pathname, answer.text());
  });
  await page.goto('/');
  await remoteHydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'SignUp' }).click();
  await fillIn(page, newVisitor());
  await signUpButton(page).click();
  // Drawn by the host.
  await expect(page.getByRole('alert')).toContainText('Failed to Register!');
  const names = [...scripts.keys()].join('\n');
  expect(names).toMatch(/\/pricing\/entry\.enhanced\.\w+\.js/);
  expect(names).toMatch(/\/signup\/entry\.rspack\.\w+\.js/);
  const all = (await Promise.all(scripts.values())).join('\n');
  // What React calls the place of its internals: written once in each copy.
  expect(all.match(/\.__CLIENT_INTERNALS_\w+ ?=/g)).toHaveLength(1);
});

/** Publishes what is built in a folder that is no part of the checkout. */
async function publishDerived(...section: Parameters<typeof derivedRelease>) {
  const folder = await derivedRelease(...section);
  const published = await team.release('publish', '--from', folder, '--replace', 'It has moved');
  await rm(folder, { recursive: true });
  return published;
}

for (const [what, section, fault] of [
  [
    'throws at a press',
    { press: "throw new Error('no stall')" },
    /at a press of “More” of pricing\/PricingSection: .*no stall/,
  ],
  [
    'takes text as markup',
    { lead: "jsx('p', { dangerouslySetInnerHTML: { __html: '<b>Now</b>' } })" },
    /after a link: .*'TrustedHTML'/,
  ],
] as const) {
  test(`a release of Rspack that ${what} is refused before anybody has it`, async () => {
    const { code, output } = await publishDerived(section);
    expect(output).toMatch(fault);
    expect(code).toBe(1);
  });
}

test('a style sheet that comes with a lazy part of Rspack is in the page from the start', async ({
  page,
}) => {
  const { code, output } = await publishDerived();
  expect(code, output).toBe(0);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.css')) asked.push(pathname);
  });
  await page.goto('/');
  await remoteHydrated(page);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByText('It has come')).toHaveCSS('padding-left', '11px');
  expect(asked).toEqual([]);
});
