import { importsOf } from './imports';

const specifiersIn = (path: string, text: string): string[] =>
  importsOf({ path, text }).map(({ specifier }) => specifier);

test.each([
  ["import { a } from 'x';"],
  ["import a from 'x';"],
  ["import 'x';"],
  ["import type { A } from 'x';"],
  ["export { a } from 'x';"],
  ["export * from 'x';"],
  ["const a = await import('x');"],
  ['const a = await import(`x`);'],
  ["const a = await import(/* webpackChunkName: 'a' */ 'x');"],
  ["type A = import('x').A;"],
  ["type A = typeof import('x');"],
  ["import a = require('x');"],
  ["const a = require('x');"],
  ["const a = require.resolve('x');"],
  ["const a = import.meta.resolve('x');"],
  ["jest.mock('x', () => ({}));"],
  ["const a = () => () => import('x');"],
])('%s names x', (text) => {
  expect(specifiersIn('host/src/a.ts', text)).toEqual(['x']);
});

test('markup and comments name nothing', () => {
  const text = "const a = <p>import 'x' from 'y'</p>; // import 'z'\n/* require('w') */";
  expect(specifiersIn('host/src/a.tsx', text)).toEqual([]);
});

test('a name that is only known at run time is left alone', () => {
  expect(specifiersIn('scripts/a.ts', 'const a = await import(path);')).toEqual([]);
});

test('a line is counted from 1', () => {
  expect(importsOf({ path: 'a.ts', text: "import 'x';\n\nimport 'y';" })).toEqual([
    { specifier: 'x', line: 1 },
    { specifier: 'y', line: 3 },
  ]);
});

test('a style sheet names what it imports, composes and shows', () => {
  const text = [
    "@import 'a.css';",
    '@import url("b.css");',
    "/* @import 'no.css'; */",
    ".x { composes: y from '../c.module.css'; }",
    ".x { background: url('./d.svg'), url(data:image/png;base64,AA), url(/img/e.svg); }",
  ].join('\n');
  expect(importsOf({ path: 'host/src/a.module.css', text })).toEqual([
    { specifier: 'a.css', line: 1 },
    { specifier: 'b.css', line: 2 },
    { specifier: '../c.module.css', line: 4 },
    { specifier: './d.svg', line: 5 },
  ]);
});
