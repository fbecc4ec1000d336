import '@composed/testing/apps/checkout';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { aFolderSite, type FolderSite } from '@composed/testing/release/folder-site';
import {
  aHost,
  aPricing,
  composeOnce,
  hostServer,
  pricingServer,
} from '@composed/testing/release/composable-releases';
import { releaseFolder, type ReleaseParts } from '@composed/testing/release/fake-release';
import { snapshot } from '@composed/testing/release/served-files';

// The checkout of a host's team, which has no other app. Releases of others come in folders, from anywhere.

const nameScripts = `
  const { entry, files } = JSON.parse(releases.pricing.manifest);
  const preloads = [{ src: '/assets/pricing/' + entry, integrity: files[entry].integrity }];
  head = head.replace('"remotes":', '"preloads":' + JSON.stringify(preloads) + ',"remotes":');
`;
const theHost = aHost({ server: hostServer('', nameScripts) });

let site: FolderSite;

const folderOf = (name: string) => path.join(site.root, name);
/** A release of pricing in a folder of its own. */
const aFolder = ({ manifest, ...parts }: ReleaseParts = {}, name = 'given') =>
  releaseFolder(
    folderOf(name),
    aPricing({ ...parts, manifest: { source: '@prices/pricing', ...manifest } }),
  );

beforeAll(async () => {
  site = aFolderSite({
    apps: ['host'],
    compose: composeOnce,
    buildApp: async () => ({
      folder: await releaseFolder(folderOf('host'), theHost),
      isUntested: false,
    }),
    now: () => new Date('2026-03-01T12:00:00Z'),
  });
  const host = await releaseFolder(folderOf('host'), theHost);
  const first = await site.runCommandLine(
    'publish',
    '--from',
    host,
    '--from',
    await aFolder({}, 'first'),
  );
  expect(first).toMatchObject({ code: 0, err: '' });
});

afterEach(async () => {
  for (const name of ['given', 'moved', 'again']) {
    await rm(folderOf(name), { recursive: true, force: true });
  }
});

const status = async () => (await site.runCommandLine('status', '--json')).out;
const next = { server: pricingServer("return '<p>New prices</p>'") };

test('a release that was built elsewhere goes live, and stays when the host changes', async () => {
  const before = await status();
  expect((await site.runCommandLine('publish', '--from', await aFolder(next))).code).toBe(0);
  const page = await readFile(path.join(site.folder, 'live/index.html'), 'utf8');
  expect(page).toContain('New prices');
  expect((await site.runCommandLine('publish', 'host')).code).toBe(0);
  expect(await readFile(path.join(site.folder, 'live/index.html'), 'utf8')).toBe(page);
  expect((await site.runCommandLine('rollback', 'pricing')).code).toBe(0);
  const versions = (report: string) => report.match(/"version": "\w+"/g);
  expect(versions(await status())).toEqual(versions(before));
});

const manifestFile = () => path.join(folderOf('given'), 'release.json');
const given = (name: string) => path.join(folderOf('given'), name);
const editManifest = async (from: string, to: string) =>
  writeFile(manifestFile(), (await readFile(manifestFile(), 'utf8')).replaceAll(from, to));

/** Replaces a file or folder of the release by a link to it elsewhere. */
async function linkAway(name: string) {
  await rename(given(name), folderOf('moved'));
  await symlink(folderOf('moved'), given(name));
}

/** Expects a refusal with this sentence, which leaves the store as it was. */
async function expectRefusal(folder: string, sentence: string) {
  const before = await snapshot(site.folder);
  const { code, err } = await site.runCommandLine('publish', '--from', folder);
  expect(code).toBe(1);
  expect(err).toContain(sentence);
  expect(await snapshot(site.folder)).toBe(before);
  return err;
}

test.each<[sentence: string, spoil: () => Promise<unknown>]>([
  ['names browser/204.0b.js, which is missing', () => rm(given('browser/204.0b.js'))],
  [
    'does not match browser/styles.0c.css, which was changed',
    () => writeFile(given('browser/styles.0c.css'), '.a{}'),
  ],
  ['does not list browser/.more.js', () => writeFile(given('browser/.more.js'), '')],
  ['server.cjs is missing', () => rm(given('server.cjs'))],
  [
    'release.json was changed itself',
    () => editManifest('"providesVersion":1', '"providesVersion":2'),
  ],
  ['release.json is not a release manifest', () => writeFile(manifestFile(), '{}')],
  [
    'release.json is not a release manifest: files.204.0b.js.integrity',
    async () => {
      const text = await readFile(manifestFile(), 'utf8');
      const spoilt = text.replace(/("204\.0b\.js":\{"bytes":\d+),"integrity":"[^"]+"/, '$1');
      await writeFile(manifestFile(), spoilt);
    },
  ],
  ['release.json is not a release manifest: shared', () => editManifest('"shared":', '"older":')],
  [
    'must be the path of a file within the folder',
    () => editManifest('204.0b.js', '../../host/server.cjs'),
  ],
  [
    'must begin with a letter, consist of lower-case letters',
    () => editManifest('"app":"pricing"', '"app":"../host"'),
  ],
  [
    'entry.0a.js.map has 20,000,000 bytes, and may have 16,777,216',
    () => truncate(given('maps/entry.0a.js.map'), 20_000_000),
  ],
  ['release.json is no regular file', () => linkAway('release.json')],
  ['browser/more is no regular file', () => symlink(folderOf('host'), given('browser/more'))],
  ['no package.json there or above says under "microFrontend"', () => rm(manifestFile())],
  ['has no folder "browser"', () => rm(folderOf('given'), { recursive: true })],
])('a folder is refused if it %s', async (sentence, spoil) => {
  const folder = await aFolder(next);
  await spoil();
  expect(await expectRefusal(folder, sentence)).toMatch(/^[^\n]+\n$/);
});

const large = `"${randomBytes(30_000).toString('hex')}"`;

test.each<[sentence: string, parts: ReleaseParts]>([
  [
    "leave module federation's plugin out and publish the modules themselves",
    { files: { 'entry.0a.js': "import './204.0b.js';" } },
  ],
  ['The script entry.0a.js of pricing cannot be read', { files: { 'entry.0a.js': '<html>' } }],
  ['names no global of its container', { manifest: { global: null } }],
  [
    'does not list what its modules import, leaves first',
    {
      files: { '204.0b.js': "import './entry.0a.js'" },
      manifest: { global: null, esModules: { 'entry.0a.js': [], '204.0b.js': [] } },
    },
  ],
  [
    'names no range of react in "shared"',
    {
      files: { '204.0b.js': "import './entry.0a.js'; import 'react';" },
      manifest: {
        global: null,
        esModules: { '204.0b.js': ['entry.0a.js', 'react'], 'entry.0a.js': [] },
        shared: {},
      },
    },
  ],
  ['it asks for "lodash", which the host does not share', { server: "require('lodash')" }],
  [
    'lists styles.0c.css.br: names that end in .br, .gz, .svgz, .html,',
    { files: { 'styles.0c.css.br': '' } },
  ],
  ['later.0d.css of pricing would be fetched without a hash', { files: { 'later.0d.css': '' } }],
  ['lists img/stall.webp.GZ: names that end in .br, ', { files: { 'img/stall.webp.GZ': '' } }],
  ['The release is over budget, and the live site is', { files: { 'large.0e.js': large } }],
  ['204.0b.js of pricing', { files: { '204.0b.js': 'not named by its content' } }],
  [
    'The pricing of this site comes from @prices/pricing, and this one from @other/pricing',
    { manifest: { source: '@other/pricing' } },
  ],
])('a release is refused with: %s', async (sentence, parts) => {
  await expectRefusal(await aFolder({ ...next, ...parts }), sentence);
});

/** The manifest of module federation's plugin, in place of a release.json. */
const federated = {
  metaData: {
    globalName: 'remote_pricing',
    publicPath: '/assets/pricing/',
    remoteEntry: { name: 'entry.0a.js', path: '', type: 'window' },
  },
  shared: [],
  exposes: [
    { path: './PricingSection', assets: { js: { sync: ['204.0b.js'] }, css: { sync: [] } } },
  ],
};

test('the Git configuration of a given folder runs no program', async () => {
  const folder = await aFolder();
  await rm(manifestFile());
  await writeFile(given('browser/mf-manifest.json'), JSON.stringify(federated));
  const exposes = { './PricingSection': { import: './src', props: {} } };
  const app = { name: 'pricing', exposes, port: 3001 };
  const description = { name: '@prices/pricing', microFrontend: app };
  await writeFile(given('package.json'), JSON.stringify(description));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'a');
  git('config', 'core.fsmonitor', `touch ${folderOf('ran')}; false`);
  const { out, err } = await site.runCommandLine('publish', '--from', folder, '--dry-run');
  expect(out + err).toContain('Compose the pages');
  expect(existsSync(folderOf('ran'))).toBe(false);
});

test('a release is refused if a stored file has its name and other content', async () => {
  const rewritten = (text: string) => aFolder({ files: { 'late.0d.js': text } }, text);
  expect(await site.runCommandLine('publish', '--from', await rewritten('first'))).toMatchObject({
    err: '',
  });
  const whileLive = await site.runCommandLine('publish', '--from', await rewritten('other'));
  expect(whileLive.err).toContain('late.0d.js of pricing');
  expect(whileLive.err).toContain('has the name of a live file with other content');
  await site.runCommandLine('rollback', 'pricing');
  const before = await snapshot(site.folder);
  const { code, err } = await site.runCommandLine('publish', '--from', await rewritten('third'));
  expect([code, err]).toEqual([1, expect.stringContaining('name files by their content')]);
  expect(await snapshot(site.folder)).toBe(before);
});

test('an app can move to another repository, with a reason', async () => {
  const folder = await aFolder({ ...next, manifest: { source: '@other/pricing' } });
  const { code } = await site.runCommandLine(
    'publish',
    '--from',
    folder,
    '--replace',
    'It has moved',
  );
  expect(code).toBe(0);
  expect(await site.status()).toContain('in the place of another app: pricing (It has moved)');
  // From now on the app comes from the other repository.
  const again = await aFolder({ manifest: { source: '@other/pricing', data: [] } }, 'again');
  expect(await site.runCommandLine('publish', '--from', again)).toMatchObject({ code: 0, err: '' });
});
