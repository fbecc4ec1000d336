import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

const root = path.join(import.meta.dirname, '..');
const readmes = ['.', ...readdirSync(root)]
  .map((folder) => path.join(folder, 'README.md'))
  .filter((file) => existsSync(path.join(root, file)));
const { scripts } = v.parse(
  v.object({ scripts: v.record(v.string(), v.string()) }),
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')),
);

test.each(readmes)('%s links to files that exist', (file) => {
  const text = readFileSync(path.join(root, file), 'utf8');
  const links = [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, target = '']) => target);
  const broken = links.filter(
    (target) =>
      !/^[a-z]+:/.test(target) && !existsSync(path.join(root, path.dirname(file), target)),
  );
  expect(broken).toEqual([]);
});

test.each(readmes)('%s names npm commands that exist', (file) => {
  const text = readFileSync(path.join(root, file), 'utf8');
  const named = [...text.matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('README.md names every npm command', () => {
  const text = readFileSync(path.join(root, 'README.md'), 'utf8');
  const names = Object.keys(scripts).filter((name) => !['start', 'test'].includes(name));
  expect(names.filter((name) => !text.includes(`npm run ${name}`))).toEqual([]);
});
