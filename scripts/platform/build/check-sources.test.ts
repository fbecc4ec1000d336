import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readApp } from '@composed/tooling/build/apps';
import { temporaryFolder } from '@composed/tooling/testing/temporary-folder';
import { checkSources, problemsOfSource } from './check-sources';

const problemsOf = (text: string, app = 'pricing') =>
  problemsOfSource({ name: app }, 'remote-pricing/src/Section.tsx', `\n${text}`);

test.each([
  [
    "const w = new Worker(new URL('./x.worker.ts', import.meta.url))",
    '2:11: Worker: no page starts',
  ],
  ['new globalThis.SharedWorker(address)', '2:1: SharedWorker: no page starts workers'],
  ["navigator.serviceWorker.register('/sw.js')", 'serviceWorker: no page starts workers'],
  ["window.eval('1')", 'eval: no page runs text as script'],
  ["new Function('return 1')", 'Function: no page runs text as script'],
  ['<video src={film} />', '2:1: <video>: no page plays sound or films (media-src).'],
  ['<p><iframe src="/a"></iframe></p>', '2:4: <iframe>: no page shows another one'],
  ['<p dangerouslySetInnerHTML={{ __html }} />', 'dangerouslySetInnerHTML: no remote writes'],
  ["node.innerHTML += '<b>1</b>'", 'innerHTML: no remote writes markup as text'],
  ["node.insertAdjacentHTML('beforeend', text)", 'insertAdjacentHTML: no remote writes markup'],
])('what the policy of pages forbids is told with its place: %s', (text, sentence) => {
  const [problem, ...others] = problemsOf(text);
  expect(problem).toContain('remote-pricing/src/Section.tsx:2:');
  expect(problem).toContain(sentence);
  expect(others).toEqual([]);
});

test('components of Vue and Svelte are read, their scripts and their markup', () => {
  const text = `<script lang="ts">
  element.innerHTML = '<b>1</b>';
</script>
<!-- <video> -->
<p v-html="text">{@html text} <iframe></iframe></p>`;
  const problems = problemsOfSource({ name: 'made' }, 'src/Made.svelte', text);
  expect(problems.map((each) => each.split(': ').slice(0, 2))).toEqual([
    ['src/Made.svelte:2:3', 'innerHTML'],
    ['src/Made.svelte:5:4', 'v-html'],
    ['src/Made.svelte:5:18', '{@html'],
    ['src/Made.svelte:5:31', '<iframe'],
  ]);
});

test.each([
  'import { Worker } from "./people"; export const ada = new Worker("Ada");',
  'function Audio() { return null } export const a = Audio();',
  'const constructor = {}; new constructor(); toString();',
  'export const text = node.innerHTML;',
  'const kinds = { Worker: 1 }; export const one = kinds.Worker;',
  'export const F = () => <Video />;',
  '// new Worker(url)\nexport const text = "<video>";',
])('what only looks like it passes: %s', (text) => {
  expect(problemsOf(text)).toEqual([]);
});

test('a host’s markup is its own', () => {
  const text = '<p dangerouslySetInnerHTML={content} />';
  expect([problemsOf(text).length, problemsOf(text, 'host').length]).toEqual([1, 0]);
});

test('a package that only another workspace names is refused, with its place and what to type', async () => {
  const root = temporaryFolder();
  const folder = 'remote-made';
  await mkdir(path.join(root, folder, 'src'), { recursive: true });
  const write = (name: string, text: string) => writeFile(path.join(root, folder, name), text);
  const described = { name: 'remote-made', microFrontend: { name: 'made', port: 3003 } };
  const manifest = {
    ...described,
    dependencies: { '@org/named': '1' },
    peerDependencies: { react: '19' },
  };
  await write('package.json', JSON.stringify(manifest));
  await write(
    'src/Section.tsx',
    `import { useState } from 'react';
import { chart } from 'charts/line';
import type { Bar } from 'bars';
import alias from '~/alias';
export { named } from '@org/named/part';
export const late = () => import('@org/charts');
`,
  );
  const files = [
    'remote-made/src/Section.tsx',
    'node_modules/charts/line.js',
    'node_modules/bars/index.js',
    'node_modules/@org/charts/index.js',
    'node_modules/@org/named/part.js',
  ];
  const [app] = readApp(root, folder);
  if (!app) throw new Error('The folder has an app.');
  await expect(checkSources(root, app, files)).rejects.toThrow(
    `made takes packages that its package.json does not name, so elsewhere it may not build.
remote-made/src/Section.tsx:2:1: charts: npm install -w remote-made charts
remote-made/src/Section.tsx:6:27: @org/charts: npm install -w remote-made @org/charts`,
  );
  await write('src/Section.vue', "<script>\nimport 'charts';\n</script>");
  await write('src/Section.tsx', "import { chart } from '@org/named';");
  await expect(checkSources(root, app, [...files, 'remote-made/src/Section.vue'])).rejects.toThrow(
    'remote-made/src/Section.vue:2:1: charts: npm install',
  );
  await expect(checkSources(root, app, files)).resolves.toBeUndefined();
});
