import '@composed/testing/apps/checkout';
import { rm } from 'node:fs/promises';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { until } from '@composed/testing/server/until';
import { temporaryFolder, writeFiles } from '../jest/temporary-folder';
import { requireApp } from '@composed/apps';
import { checkTypes, findTypeErrors, isSyntaxError } from './check-types';
import { formatBuildErrors, checkInstalled, runBundler } from './run-bundler';

const pricing = requireApp('pricing');

test('type errors are reported with file, line and message, only those of the app', async () => {
  const root = temporaryFolder();
  const compilerOptions = { strict: true, composite: true, outDir: 'out', types: [] };
  writeFiles(root, {
    'tsconfig.browser.json': { compilerOptions, include: ['host', 'remote-pricing'] },
    'package.json': { workspaces: ['host', 'remote-*'] },
    'host/package.json': { microFrontend: { name: 'host', port: 3000 } },
    'remote-pricing/package.json': { microFrontend: { name: 'pricing', port: 3001 } },
    'host/src/main.ts': 'export const host: number = "no";',
    'remote-pricing/src/price.ts': 'export const price = 1;',
  });
  expect(await checkTypes(root, pricing)).toBe('');
  const wrong = '\nexport const price: number = "1.50";';
  writeFiles(root, { 'remote-pricing/src/price.ts': wrong });
  expect(await checkTypes(root, pricing)).toBe(
    "remote-pricing/src/price.ts(2,14): error TS2322: Type 'string' is not assignable to type 'number'.",
  );
});

test('type errors are found with their details, and syntax errors are distinguished', async () => {
  const root = temporaryFolder();
  writeFiles(root, {
    'tsconfig.json': { compilerOptions: { strict: true, types: [] } },
    'a.ts': 'export const a: { x: { y: 1 } } = { x: { y: 2 } };\nexport const b: [1] = [];',
  });
  const errors = await findTypeErrors(root);
  expect(errors).toEqual([
    "a.ts(1,42): error TS2322: Type '2' is not assignable to type '1'.",
    "a.ts(2,14): error TS2322: Type '[]' is not assignable to type '[1]'.\n  Source has 0 element(s) but target requires 1.",
  ]);
  expect(errors.map(isSyntaxError)).toEqual([false, false]);
  writeFiles(root, { 'a.ts': 'export const a = {;' });
  expect((await findTypeErrors(root)).map(isSyntaxError)).toContain(true);
});

test('the props of a part are those that JSON can represent, as declared in the guide', async () => {
  const root = temporaryFolder();
  const guide = path.join(import.meta.dirname, '../../../cli/templates/site/GUIDE.md.template');
  const [declared = ''] =
    /(?<=```ts\n)[^`]*declare module[^`]*/.exec(readFileSync(guide, 'utf8')) ?? [];
  writeFiles(root, {
    'tsconfig.json': { extends: '@composed/build/tsconfig.json', include: ['src'] },
    'src/parts.ts': declared,
    'src/Page.tsx': `import { Part } from '@composed/contracts/Part';
export const page = (
  <>
    <Part id="reviews/Stars" of="x" to={[1, null]} />
    <Part id="news/Price" cents={1} />
    <Part id="reviews/Stars" onPress={() => 1} />
    <Part id="news/Price" cents="1" />
  </>
);`,
  });
  symlinkSync(
    path.join(import.meta.dirname, '../../../../../node_modules'),
    path.join(root, 'node_modules'),
  );
  const errors = await findTypeErrors(root);
  expect(errors.map((error) => error.split(': ')[0])).toEqual([
    'src/Page.tsx(6,38)',
    'src/Page.tsx(7,27)',
  ]);
});

test('a check with a cache finds the same errors as one without, after any edits', async () => {
  const root = temporaryFolder();
  const compilerOptions = {
    strict: true,
    composite: true,
    incremental: true,
    emitDeclarationOnly: true,
    types: [],
    module: 'ESNext',
    moduleResolution: 'bundler',
    resolveJsonModule: true,
    outDir: '.cache/types/browser',
  };
  writeFiles(root, {
    'tsconfig.browser.json': { compilerOptions, include: ['remote-pricing'] },
    'package.json': { workspaces: ['remote-*'] },
  });
  const name = fc.constantFrom('./A', './B');
  const edit = async ([exposed, newName]: readonly [string, string]) => {
    writeFiles(root, {
      'remote-pricing/package.json': {
        microFrontend: { name: 'pricing', port: 3001, exposes: { [exposed]: {} } },
      },
      'remote-pricing/src/main.ts': `import type packageJson from '../package.json';\nexport type Own = (typeof packageJson)['microFrontend']['exposes']['${newName}'];`,
    });
    expect([exposed, newName, (await findTypeErrors(root)).length === 0]).toEqual([
      exposed,
      newName,
      exposed === newName,
    ]);
  };
  const edits = fc.array(fc.tuple(name, name), { minLength: 6, maxLength: 6 });
  const property = fc.asyncProperty(edits, async (some) => {
    for (const each of some) await edit(each);
    await rm(path.join(root, '.cache'), { recursive: true, force: true });
    for (const each of some.slice(0, 2)) await edit(each);
  });
  await fc.assert(property, { numRuns: 1, seed: 62, endOnFailure: true });
});

test.each([
  ['./remote-pricing/node_modules/', '20.0.0', null],
  ['./node_modules/', '20.0.1', null],
  ['./remote-pricing/node_modules/', '19.3.1', ', and 19.3.1 is installed: run "npm install".'],
  ['./elsewhere/', '20.0.0', ', which is not installed: run "npm install".'],
])('the React that an app declares must be installed: %s %s', (folder, version, end) => {
  const root = temporaryFolder();
  writeFiles(root, {
    'remote-pricing/package.json': { dependencies: { react: '^20.0.0' } },
    [`${folder}react/package.json`]: { version },
  });
  const check = () => checkInstalled(root, pricing);
  if (end === null) expect(check).not.toThrow();
  else expect(check).toThrow(`pricing declares react ^20.0.0 in remote-pricing/package.json${end}`);
});

test('a failed build prints the compiler’s message once', () => {
  const brace = { moduleName: './src/a.ts', loc: '3:0', message: "TS1005: '}' expected." };
  const missing = { moduleName: './src/b.ts', loc: '1:0-20', message: "Can't resolve './c'" };
  const errors = [brace, missing];
  const stats = JSON.stringify({ children: [{ errors }, { errors }] });
  expect(formatBuildErrors(stats, pricing)).toBe(
    "remote-pricing/src/a.ts:3:0: TS1005: '}' expected.\nremote-pricing/src/b.ts:1:0-20: Can't resolve './c'",
  );
  expect(formatBuildErrors('', pricing)).toBe('');
});

test.each([
  [
    './src/a.module.scss',
    'Module parse failed: Unexpected token (1:2)',
    'npm install --save-dev sass sass-loader',
  ],
  [
    './src/a.less',
    'Module parse failed: Unexpected token (1:2)',
    "use: [...styles, 'less-loader']",
  ],
  [
    './src/A.tsx',
    "export 'ReactComponent' (imported as 'Logo') was not found in './logo.svg'",
    './logo.svg?react needs a loader: npm install --save-dev @svgr/webpack',
  ],
  [
    '../node_modules/a/index.js',
    'Error: Recursion in resolving\nStack:\n  resolve: (/node_modules/a) ./b.js\n  raw: (/node_modules/a) ./c.js',
    'index.js:1:0: ./b.js leads in a circle, by the "browser" map',
  ],
  [
    '../node_modules/a/index.js',
    "Can't resolve './b.js' in '/node_modules/a'\n  help: maybe it had cyclic aliases",
    'index.js:1:0: ./b.js leads in a circle',
  ],
  ['../node_modules/a/index.js', "Can't resolve './b.js' in '/a'", './b.js is not there, or the'],
])(
  'a failed build of %s says what to do about a missing loader or file',
  (moduleName, message, advice) => {
    const stats = JSON.stringify({ children: [{ errors: [{ moduleName, loc: '1:0', message }] }] });
    expect(formatBuildErrors(stats, pricing)).toContain(advice);
  },
);

test('a build resolves before webpack has written its cache, which is written nevertheless', async () => {
  const root = temporaryFolder();
  const at = (name: string) => path.join(root, 'app', name);
  writeFiles(root, {
    'app/package.json': { type: 'commonjs' },
    'app/webpack.config.ts': 'export default (env: object) => ({ env });',
    'app/node_modules/webpack/index.js': `
      const { existsSync, writeFileSync } = require('node:fs');
      const stats = { toString: () => '', hasErrors: () => false };
      const keep = (done) => {
        if (!existsSync('go')) return setTimeout(keep, 10, done);
        writeFileSync('kept', '');
        done();
      };
      module.exports = () => ({ run: (done) => done(null, stats), close: keep });`,
  });
  await runBundler(root, { name: 'app', folder: 'app' }, []);
  expect(existsSync(at('kept'))).toBe(false);
  writeFiles(root, { 'app/go': '' });
  await until(() => existsSync(at('kept')));
});

test('no app is built in a folder whose name bundlers misread', async () => {
  const app = { name: 'app', folder: 'a#b' };
  await expect(runBundler('/', app, [])).rejects.toThrow('holds "#", and no bundler builds in');
});
