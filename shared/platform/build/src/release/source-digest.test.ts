import { temporaryFolder, writeFiles } from '../jest/temporary-folder';
import { computeSourceDigest } from './source-digest';

const files: Readonly<Record<string, string>> = {
  'remote-pricing/src/price.ts': 'one',
  'remote-pricing/package.json': '{}',
  'remote-signup/src/form.ts': 'form',
  'node_modules/@shop/shared/package.json': JSON.stringify({
    name: '@shop/shared',
    site: { provides: {}, providesVersion: 1, shares: {}, services: [] },
  }),
  'node_modules/@composed/build/package.json': '{"version":"1.0.0"}',
  'node_modules/@composed/build/src/bundler/base.js': 'base',
  'node_modules/@shop/shared/ui/Button.js': 'button',
  'node_modules/@composed/apps/src/create-manifest.js': 'manifest',
  'package.json': '{"browserslist":["chrome >= 1"],"dependencies":{"@shop/shared":"1"}}',
  'package-lock.json': '{}',
  'tsconfig.json': '{}',
};

let root: string;
const digest = () => computeSourceDigest(root, { folder: 'remote-pricing' });

beforeEach(async () => {
  root = temporaryFolder();
  writeFiles(root, files);
});

function afterWriting(name: string, text: string): Promise<string> {
  writeFiles(root, { [name]: text });
  return digest();
}

test.each([
  ['the app’s own sources', 'remote-pricing/src/price.ts', 'two'],
  ['a new file of the app', 'remote-pricing/src/new.css', ''],
  ['the app’s ranges', 'remote-pricing/package.json', '{"a":1}'],
  ['what is shared, at the same version', 'node_modules/@shop/shared/ui/Button.js', 'Button'],
  ['how apps are built', 'node_modules/@composed/build/src/bundler/base.js', 'other'],
  ['how a release is described', 'node_modules/@composed/apps/src/create-manifest.js', 'other'],
  ['the installed versions', 'package-lock.json', '{"a":1}'],
  [
    'the supported browsers',
    'package.json',
    '{"browserslist":["chrome >= 2"],"dependencies":{"@shop/shared":"1"}}',
  ],
])('the digest follows %s', async (_what, name, text) => {
  const before = await digest();
  expect(await afterWriting(name, text)).not.toBe(before);
});

test.each([
  ['another app', 'remote-signup/src/form.ts', 'other'],
  ['a test', 'remote-pricing/src/price.test.ts', 'expect'],
  ['a README', 'remote-pricing/README.md', '# Pricing'],
])('the digest does not follow %s', async (_what, name, text) => {
  const before = await digest();
  expect(await afterWriting(name, text)).toBe(before);
});

test('moving a file’s end to the next file changes the digest', async () => {
  writeFiles(root, { 'remote-pricing/src/price.ts': 'on', 'remote-pricing/src/quick.ts': 'e' });
  const before = await digest();
  writeFiles(root, { 'remote-pricing/src/price.ts': 'one' });
  expect(await afterWriting('remote-pricing/src/quick.ts', '')).not.toBe(before);
});
