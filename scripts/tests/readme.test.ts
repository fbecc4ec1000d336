import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import * as v from 'valibot';
import { readPackage } from '@composed/apps/workspaces';
import { layers } from '../../.dependency-cruiser.mjs';

const root = path.join(import.meta.dirname, '../..');
const files = globSync(['**', '.*'], {
  cwd: root,
  ignore: ['**/{node_modules,dist}/**', '.[a-z]*/**'],
});
const readmes = globSync(
  ['*.md', '*/*.md', 'shared/platform/*.md', 'shared/platform/*/README.md'],
  {
    cwd: root,
    ignore: '**/node_modules/**',
  },
);
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

test('documents of the platform link only to files of the platform', () => {
  const documents = globSync(['**/*.md'], {
    cwd: path.join(root, 'shared/platform'),
    ignore: ['**/node_modules/**', '**/dist/**'],
  });
  const leading = documents.flatMap((file) => {
    const text = readFileSync(path.join(root, 'shared/platform', file), 'utf8');
    const links = [...text.matchAll(/\]\(([^)#\s:]+)\)/g)].map(([, target = '']) => target);
    return links.filter((target) => path.join(path.dirname(file), target).startsWith('..'));
  });
  expect(leading).toEqual([]);
});

/** Paths of a file as people name it: from any of its folders on, with and without `src`. */
const names = new Set(
  files.flatMap((file) =>
    [file, file.replaceAll('/src/', '/')].flatMap((each) => {
      const folders = each.split('/');
      return folders.map((_, from) => folders.slice(from).join('/'));
    }),
  ),
);
const sourceName = /^[\w./-]+\.(?:tsx?|mjs|css|svg)$/;

test.each(
  globSync(['**/*.md'], {
    cwd: root,
    ignore: ['**/node_modules/**', '**/dist/**', '**/CHANGELOG.md'],
  }),
)('%s names files that exist', (file) => {
  const text = readFileSync(path.join(root, file), 'utf8');
  const quotedNames = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name);
  const isThere = (name: string) =>
    names.has(name) || existsSync(path.join(root, path.dirname(file), name));
  expect(quotedNames.filter((name) => sourceName.test(name) && !isThere(name))).toEqual([]);
});

test('documents and templates name modules that the packages export', () => {
  const packages = globSync('shared/{,services/,platform/*/}package.json', { cwd: root });
  const exported = packages.flatMap((file) => {
    const { name, exports } = v.parse(
      v.object({ name: v.string(), exports: v.record(v.string(), v.unknown()) }),
      JSON.parse(readFileSync(path.join(root, file), 'utf8')),
    );
    return Object.keys(exports).map((request) => `${path.posix.join(name, request)}/`);
  });
  const documents = files.filter(
    (file) => /\.(?:md|template)$/.test(file) && !file.includes('CHANGELOG'),
  );
  const missing = documents.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    // A name with an ending is a file of an installed package.
    const requests = text.matchAll(/@(?:composed|shopwright)\/[a-z]+\/[\w/-]*\w(?![\w./-]*\.\w)/g);
    return [...requests].flatMap(([request]) =>
      exported.some((each) => each.startsWith(`${request}/`)) ? [] : `${file}: ${request}`,
    );
  });
  expect(missing).toEqual([]);
});

/** A file in a comment, with the title of a section or the number of a decision in it. */
const reference =
  /(?<=[\s(])(?:\.\.?\/[\w./-]*\w|[\w./-]*\w\.(?:md|tsx?|mjs|cjs|css|conf)\b)(?:, "(?<section>[^"]+)"|, decision (?<decision>\d+))?/g;

/** Finds a file that a comment names by its path from the folder of the comment's file, or from the root. */
const findNamed = (folder: string, name: string) =>
  [folder, '.']
    .flatMap((from) =>
      ['', '.ts', '.tsx', '.mjs'].map((ending) => path.join(root, from, name + ending)),
    )
    .find(existsSync);

test('comments name files, sections and decisions that exist', () => {
  const sources = files.filter((file) => /\.(?:tsx?|mjs|cjs|css)$/.test(file));
  const broken = sources.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const comments = [...text.matchAll(/^\s*(?:\/\/|\/?\*).*/gm)].join('\n');
    // A path in backticks is an example.
    return [...comments.replaceAll(/`[^`]*`/g, '').matchAll(reference)].flatMap((match) => {
      const { section, decision } = match.groups ?? {};
      const [name = ''] = match[0].split(', ');
      const found = findNamed(path.dirname(file), name);
      const title = decision === undefined ? section : `${decision}. `;
      const isThere =
        found !== undefined &&
        (title === undefined ||
          readFileSync(found, 'utf8')
            .split('\n')
            .some((line) => line.replace(/^[#*]+ ?/, '').startsWith(title)));
      return isThere ? [] : [`${file}: ${match[0]}`];
    });
  });
  expect(broken).toEqual([]);
});

test.each(readmes)('%s names npm commands that exist', (file) => {
  const text = readFileSync(path.join(root, file), 'utf8');
  const scriptNames = [...text.matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name);
  expect(scriptNames.filter((name) => !(name in scripts))).toEqual([]);
});

test('README.md names every npm command', () => {
  const text = readFileSync(path.join(root, 'README.md'), 'utf8');
  const names = Object.keys(scripts).filter((name) => !['start', 'test'].includes(name));
  expect(names.filter((name) => !text.includes(`npm run ${name}`))).toEqual([]);
});

test('the sample shop has at most 650 lines, and the platform’s README says how many', () => {
  const folder = path.join(root, 'shared/platform/testing/tractor-store');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && path.basename(entry.parentPath) !== 'data',
  );
  const texts = files.map(({ parentPath, name }) =>
    readFileSync(path.join(parentPath, name), 'utf8'),
  );
  const count = texts.join('').split('\n').length - 1;
  expect(readFileSync(path.join(root, 'shared/platform/README.md'), 'utf8')).toContain(
    `takes ${count} lines here`,
  );
  expect(count).toBeLessThanOrEqual(650);
});

const tables = [
  ['host/README.md', 'host/src'],
  ['shared/platform/host/README.md', 'shared/platform/host/src'],
  ['scripts/README.md', 'scripts'],
  ['shared/platform/README.md', 'shared/platform'],
] as const;

/** The names in a cell of a table, in order. */
const namesIn = (cell = '') =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).join(' ');

test.each(tables)('the import table of %s equals the rules for %s', (file, folder) => {
  const text = readFileSync(path.join(root, file), 'utf8');
  const [, table = ''] = /`layers`[^|]+(.+?)\n(?:\n|$)/s.exec(text) ?? [];
  const rows = [...table.matchAll(/^\| (`[^|]+)\|[^|]+\|([^|]+)\|$/gm)];
  const tableRows = rows.map(([, names, below]) => [namesIn(names), namesIn(below)]);
  expect(tableRows).toEqual(Object.entries(layers[folder] ?? {}));
});

test.each(tables)(
  'the rule that %s shows has a row for all of %s, and none for what is gone',
  (_, folder) => {
    const isCode = (name: string) =>
      !/^node_modules$|\.(?:test\.tsx?|d\.ts|json|md|svg)$/.test(name);
    const there = readdirSync(path.join(root, folder)).filter(isCode);
    const first = (name: string) => name.split('/')[0] ?? '';
    const layerNames = new Set(Object.keys(layers[folder] ?? {}).map(first));
    expect([...layerNames].toSorted()).toEqual(there.toSorted());
  },
);

test.each(tables)(
  'in the rule that %s shows everything stands above what it imports',
  (_, folder) => {
    const rows = Object.entries(layers[folder] ?? {});
    const upward = rows.flatMap(([name, below], at) =>
      below
        .split(' ')
        .filter((other) => other !== '')
        .filter((other) => !rows.slice(0, at).some(([earlier]) => earlier === other))
        .map((other) => `${name} → ${other}`),
    );
    expect(upward).toEqual([]);
  },
);

test('shared/platform/README.md lists every library and no other', () => {
  const platform = path.join(root, 'shared/platform');
  const [, table = ''] = /## Libraries\n(.+)/s.exec(
    readFileSync(path.join(platform, 'README.md'), 'utf8'),
  ) ?? [''];
  const listed = [...table.matchAll(/^\| (`[^|]+)\|/gm)].flatMap(([, cell]) =>
    namesIn(cell).split(' '),
  );
  const packages = readdirSync(platform)
    .filter((name) => name !== 'testing' && existsSync(path.join(platform, name, 'package.json')))
    .map((name) => readPackage(path.join(platform, name, 'package.json')));
  const used = packages.flatMap(({ dependencies, devDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies }),
  );
  const external = used.filter((name) => !name.startsWith('@composed/'));
  // A library that only sites with a bucket need is a peer dependency.
  const peers = packages.flatMap(({ peerDependencies }) => Object.keys(peerDependencies));
  expect(external.filter((name) => !listed.includes(name))).toEqual([]);
  expect(listed.filter((name) => ![...external, ...peers].includes(name))).toEqual([]);
});

test('each name of tests in "npm run soak" matches a test', () => {
  const lists = [...(scripts['soak'] ?? '').matchAll(/ test (?:unit|browser) ([^&]+)/g)];
  const patterns = lists.flatMap(([, list = '']) => list.trim().split(' '));
  const tests = files.filter((file) => /\.(?:test|spec)\.tsx?$/.test(file)).join('\n');
  expect(patterns.length).toBeGreaterThan(10);
  const isTest = (pattern: string) => pattern.startsWith('--') || tests.includes(pattern);
  expect(patterns.filter((pattern) => !isTest(pattern))).toEqual([]);
});
