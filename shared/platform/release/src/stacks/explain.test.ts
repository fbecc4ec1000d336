import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { aLiveSite, type FolderSite } from '@composed/testing/release/folder-site';
import { integrityOf, versionOf } from '@composed/apps/integrity';
import {
  fakeRelease,
  fakeScript,
  fakeVersion,
  shortVersion,
} from '@composed/testing/release/fake-release';
import { keys } from '../store/store';
import { explainStack, formatExplanation } from './explain';

let site: FolderSite;
const v1 = fakeVersion('pricing', 'v1');
const v2 = fakeVersion('pricing', 'v2');
const script = (text = 'v1') => `https://shop.test/assets/pricing/${fakeScript(text)}`;

beforeAll(async () => {
  site = await aLiveSite();
});

const explained = async (text: string) => (await explainStack(site.tool.store, text)).lines;
const frames = async (text: string) =>
  (await explained(text)).flatMap(({ frame }) => (frame ? [frame] : []));
const reasons = async (text: string) =>
  (await frames(text)).map((frame) => ('reason' in frame ? frame.reason : ''));
const position = { app: 'pricing', version: v1, source: 'remote-pricing/src/main.ts', column: 1 };

test.each([
  ['Chromium', `TypeError: no\n    at x (${script()}:3:5)\n    at async ${script()}:4:9`],
  ['Firefox', `x@${script()}:3:5\n@${script()}:4:9\n`],
  ['WebKit', `x@${script()}:3:5\nglobal code@${script()}:4:9`],
  [
    'a line of a log',
    JSON.stringify({ level: 50, error: { stack: `E\n at ${script()}:3:5\n at ${script()}:4:9` } }),
  ],
  [
    'a beacon',
    JSON.stringify([`pricing/${fakeScript('v1')}:3:5`, `pricing/${fakeScript('v1')}:4:9`]),
  ],
  [
    'a file that was asked for again',
    ` at x (${script()}?retry=2:3:5)\n at ${script()}?retry=2:4:9`,
  ],
])('the stack of %s is resolved to its sources', async (_name, stack) => {
  expect(await frames(stack)).toMatchObject([
    { ...position, line: 3, code: 'say(3);' },
    { ...position, line: 4, code: 'say(4);' },
  ]);
});

test('stacks of earlier releases, previews and canaries are resolved too', async () => {
  await site.change({ name: 'publish', apps: ['pricing'] });
  await site.publish('pricing', 'v2');
  await site.preview('pricing', 'v3', 'spring');
  site.sources.set('pricing', 'v4');
  await site.change({ name: 'publish', apps: ['pricing'], canary: { share: 5 } });
  const texts = ['v1', 'v2', 'v3', 'v4'];
  const stack = texts.map((text) => `at ${script(text)}:2:1`).join('\n');
  const versions = (await frames(stack)).map((frame) => 'version' in frame && frame.version);
  expect(versions).toEqual(texts.map((text) => fakeVersion('pricing', text)));
  await site.change({ name: 'abort', reason: null });
  // Releases have a `server.cjs` each: that of the live one counts, unless a line of the console names another.
  const server = 'at render (pricing/server.cjs:1:1)';
  expect(await frames(server)).toMatchObject([{ version: v2 }]);
  const line = `[pricing ${v1} ./PricingSection] render failed: Error: no\n${server}`;
  expect(await frames(line)).toMatchObject([{ version: v1 }]);
});

test('a frame that cannot be resolved stays, with the reason', async () => {
  const gone = 'https://shop.test/assets/pricing/entry.ffffffffffff.js:1:2';
  const text = [
    `at ${gone}`,
    'at https://shop.test/assets/pricing/chunks/vendor.0001.js:1:2',
    'at https://shop.test/signup/:12:34',
    'at chrome-extension://abc/content.js:1:2',
    `at ${script()}:1:9007199254740992`,
    `at ${script()}:99999999999999999999:1`,
    `at ${script()}:0:0`,
  ].join('\n');
  const noPosition = 'its file has no such position';
  expect(await reasons(text)).toEqual([
    'no release in the store has this file: it was pruned, or never published',
    'its release has no source map',
    'not a file of a release',
    'not a file of a release',
    noPosition,
    noPosition,
    noPosition,
  ]);
  const { out } = await typed(text);
  expect(out).toContain(`  at ${gone} (no release in the store has this file`);
});

/** The output of the command for a stack in a file. */
async function typed(text: string, ...flags: string[]) {
  const file = path.join(site.root, 'stack.txt');
  await writeFile(file, text);
  return site.runCommandLine('explain', file, ...flags);
}

test('the command prints sources as text, and as JSON', async () => {
  const stack = `Error: no plans\n    at x (${script()}:3:5)\n`;
  expect((await typed(stack)).out).toBe(
    `Error: no plans\n  pricing ${shortVersion('pricing', 'v1')} remote-pricing/src/main.ts:3:1\n      say(3);\n`,
  );
  expect(JSON.parse((await typed(stack, '--json')).out)).toMatchObject({
    lines: [{ text: 'Error: no plans', frame: null }, { frame: { line: 3, code: 'say(3);' } }],
    isCut: false,
  });
});

test('consecutive frames of a library become one line', () => {
  const frame = { ...position, line: 1, name: '', code: '', library: 'react-dom' };
  const lines = [frame, { ...frame, library: null }, frame, frame].map((each) => ({
    text: 'at x',
    frame: each,
  }));
  expect(formatExplanation({ lines, isCut: false }).split('\n')).toEqual([
    '  … frames of react-dom',
    `  pricing ${v1} remote-pricing/src/main.ts:1:1`,
    '      ',
    '  … frames of react-dom',
    '',
  ]);
});

test.each([
  ['lines', (frame: string) => `${frame}\n`.repeat(20_000)],
  ['one line', (frame: string) => frame.repeat(20_000)],
  ['one word', () => 'a/'.repeat(700_000)],
  ['brackets', () => '('.repeat(1_400_000)],
  ['JSON within JSON', () => `${'['.repeat(600_000)}${']'.repeat(600_000)}`],
  ['positions', () => 'a.js:1:1'.repeat(150_000)],
])('a stack of more than 1 MB of %s is cut quickly', async (_name, make) => {
  // Processor time: time by the clock depends on other work.
  const before = process.cpuUsage();
  const out = formatExplanation(
    await explainStack(site.tool.store, make(`at x (${script()}:3:5) `)),
  );
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  expect(out.length).toBeLessThan(200_000);
});

const unsafe = /[\p{Cf}]|(?!\n)\p{Cc}|##\[/u;

test('control characters and CI commands in a stack are removed', async () => {
  const evil = '\u001B[2J\u202E##[error]x::warning::';
  const { out } = await typed(
    `${evil}\nat ${evil} (https://shop.test/${evil}.js:1:2)\n{"stack":"${evil.replace('\u001B', String.raw`\u001b`)}"}`,
  );
  expect(out).not.toMatch(unsafe);
  // Names in a map are plain as well.
  const [frame] = await frames(`at ${script()}:1:1`);
  expect(frame).toMatchObject({ name: expect.stringMatching(/pay$/) as string });
  expect((await typed(`at ${script()}:1:1`)).out).not.toMatch(unsafe);
});

test('a damaged source map is not used, and verify finds it', async () => {
  const key = keys.within('pricing', v2, `maps/${fakeScript('v2')}.map`);
  const file = path.join(site.folder, key);
  const before = await readFile(file);
  await rm(file);
  await writeFile(file, before.toString().replace('main.ts', 'evil.ts'));
  expect(await reasons(`at ${script('v2')}:1:1`)).toEqual([
    `pricing ${v2}: ${key} does not match its hash`,
  ]);
  const { code, err } = await site.runCommandLine('verify');
  expect([code, err]).toEqual([1, expect.stringContaining(`${key} does not match its hash`)]);
  await writeFile(file, before);
});

const heavy = 'A,'.repeat(7_000_000);
test.each([
  [
    'is of the size that is let in, and takes a hundred times that to be read',
    heavy,
    'takes too much memory',
  ],
  ['is larger than is let in', heavy + heavy, 'is too large to be read'],
])('a map that %s affects only its own frames', async (_what, mappings, reason) => {
  const map = { version: 3, sources: ['a.ts'], names: [], mappings };
  const built = fakeRelease('pricing', reason);
  const bytes = Buffer.from(JSON.stringify(map));
  const file = built.manifest.entry;
  const record = { bytes: bytes.length, integrity: integrityOf(bytes) };
  const maps = { ...built.manifest.maps, [file]: record };
  const manifest = { ...built.manifest, maps };
  const version = versionOf(manifest);
  const within = (name: string) => keys.within('pricing', version, name);
  const { store } = site.tool;
  await store.putImmutable(within(`maps/${file}.map`), bytes);
  const text = JSON.stringify({ ...manifest, version });
  await store.putImmutable(keys.manifest('pricing', version), Buffer.from(text));
  const stack = `at https://shop.test/assets/pricing/${file}:1:1\nat ${script('v2')}:3:1`;
  expect(await frames(stack)).toMatchObject([{ reason: `its source map ${reason}` }, { line: 3 }]);
});

test('a release’s scripts and maps are written for an error tracker', async () => {
  const out = temporaryFolder();
  const written = await site.runCommandLine('maps', 'pricing', '--out', out);
  expect(written.out).toBe(`4 source maps of pricing written to ${out}.\n`);
  // The live release, and that of a preview.
  expect((await readdir(out)).sort()).toEqual([v2, fakeVersion('pricing', 'v3')].sort());
  const name = fakeScript('v2');
  expect((await readdir(path.join(out, v2))).sort()).toEqual(
    [name, `${name}.map`, 'server.cjs', 'server.cjs.map'].sort(),
  );
  expect(await readFile(path.join(out, v2, `${name}.map`), 'utf8')).toContain('say(1);');
  expect((await site.runCommandLine('maps', 'blog', '--out', out)).err).toContain(
    'There is no app of this site "blog".',
  );
});
