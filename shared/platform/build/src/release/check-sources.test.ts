import { appNamed } from '@composed/apps';
import { temporaryFolder, writeFiles } from '../testing/temporary-folder';
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

test('the sources of an app’s own are looked through, and no others', async () => {
  const root = temporaryFolder();
  const files = ['node_modules/charts/a.js', 'shared/src/a.ts', 'remote-pricing/src/a.ts'];
  writeFiles(root, Object.fromEntries(files.map((file) => [file, "eval('1')"])));
  await expect(checkSources(root, appNamed('pricing'), files)).rejects.toThrow(
    /for visitors\.\nremote-pricing\/src\/a\.ts:1:1: eval: [^\n]*$/,
  );
});
