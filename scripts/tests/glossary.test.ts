import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const glossary = 'shared/platform/glossary.md';

/** Word → the packages in which other words for it are refused, and their patterns. */
const rows = [...readFileSync(path.join(root, glossary), 'utf8').matchAll(/^\|(.+)\|$/gm)]
  .map(([, row = '']) => row.split('|').map((cell) => cell.trim()))
  .flatMap(([word = '', , , where = '', refused = '']) => {
    const patterns = [...refused.matchAll(/`([^`]+)`/g)].map(([, pattern]) => pattern);
    return patterns.length === 0 ? [] : [{ word, where, pattern: new RegExp(patterns.join('|')) }];
  });

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) =>
    /\.(?:[cm]?[jt]sx?|css|vue|svelte|json|md|conf|ya?ml|template)$|Dockerfile$/.test(file),
  )
  .filter((file) => !/package-lock|decisions\.md|glossary/.test(file));

const linesWith = (pattern: RegExp, isIn: (file: string) => boolean) =>
  files.filter(isIn).flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, n) => (pattern.test(line) ? [`${file}:${n + 1} ${line.trim()}`] : [])),
  );

test.each(rows)('no other word is used for $word', ({ where, pattern }) => {
  const isIn = (file: string) =>
    where === 'all' ||
    where.split(', ').some((name) => file.startsWith(`shared/platform/${name}/`));
  expect(linesWith(pattern, isIn)).toEqual([]);
});

test('a comment begins with its subject, not with a clause about one', () => {
  const riddle =
    /(?:\/\/|\*|^\s*#) (?:What|That|Those|Whose|Null|Each (?:is|was|has|must|answers|keeps|gives|takes))\b/;
  expect(linesWith(riddle, (file) => !/\.md(?:\.template)?$/.test(file))).toEqual([]);
});

test('a value is named by a noun, not by how it came about', () => {
  const participle = /\b(?:const|let) (?:asked|found|given|kept|made|said|taken|told)\b/;
  const isSource = (file: string) => !/\.(?:test|spec)\.|^scripts\/tests\/|\/testing\//.test(file);
  expect(linesWith(participle, isSource)).toEqual([]);
});
