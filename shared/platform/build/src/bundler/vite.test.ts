import { checkout } from '@composed/testing/apps/checkout';
import { readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { readApp } from '@composed/apps';
import { createManifest } from '@composed/apps/create-manifest';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { runBundler } from '../release/run-bundler';
import { evaluateBundle } from '../jest/evaluate-bundle';
import { temporaryFolder, writeFiles } from '../jest/temporary-folder';

const sources = {
  'vite.config.ts': `import { remote } from '@composed/build/bundler/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [remote(import.meta.dirname)] });
`,
  'tsconfig.json': {
    extends: '@composed/build/tsconfig.json',
    compilerOptions: { paths: { '@/*': ['./src/*'] } },
  },
  'src/Section.tsx': `import { lazy } from 'react';
import { Badge } from '@/Badge';
import picture from './picture.svg';
import { count } from 'counter';
import styles from './Section.module.css';

export const Later = lazy(() => import('./Later'));
export default () => (
  <p className={styles['section']}>
    <img src={picture} loading="lazy" /> <Badge name={String(__COMPOSES__)} /> {count()} {process.env.NODE_ENV}
  </p>
);
`,
  'src/Later.tsx': `import { Badge } from '@/Badge';
export default () => <Badge name="later" />;`,
  'src/Badge.tsx': 'export const Badge = ({ name }: { name: string }) => <b>{name}</b>;',
  'src/Second.tsx': 'export default () => <i>second</i>;',
  'src/picture.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'src/Section.module.css': '.section { color: red }',
  // A CommonJS library that has another file for browsers.
  'src/node_modules/counter/package.json': {
    main: './node.js',
    browser: './browser.js',
  },
  'src/node_modules/counter/node.js': "require('node:fs');",
  'src/node_modules/counter/browser.js':
    "const { useState } = require('react');\nexports.count = () => useState(42)[0];",
};

/** Writes the repository of a remote. */
async function aRepository(): Promise<string> {
  const root = temporaryFolder();
  const exposes = {
    './Section': { import: './src/Section', props: {} },
    './second-one': { import: './src/Second', props: {} },
  };
  const peerDependencies = { react: '*', '@shop/shared': '*' };
  writeFiles(root, {
    'package.json': { microFrontend: { name: 'made', exposes, port: 3001 }, peerDependencies },
    ...sources,
  });
  await symlink(path.join(checkout, 'node_modules'), path.join(root, 'node_modules'));
  return root;
}

test('Vite builds a release of ES modules, and renders it with the file names that browsers get', async () => {
  const root = await aRepository();
  const folder = path.join(root, 'made');
  await runBundler(root, { name: 'made', folder: '.' }, ['--env', `folder=${folder}`]);
  const browser = new Map<string, string>();
  for (const name of await readdir(path.join(folder, 'browser')))
    browser.set(name, await readFile(path.join(folder, 'browser', name), 'utf8'));
  const fileOf = (name: string) => [...browser.keys()].find((each) => each.startsWith(name)) ?? '';

  const { Section, 'second-one': second } = evaluateBundle(
    await readFile(path.join(folder, 'server.cjs'), 'utf8'),
  );
  expect(renderToStaticMarkup(createElement(second.default))).toBe('<i>second</i>');
  const [, name = 'none'] =
    /\.(made-\S+)\{color:red\}/.exec(browser.get(fileOf('style')) ?? '') ?? [];
  expect(renderToStaticMarkup(createElement(Section.default))).toBe(
    `<p class="${name}"><img src="/assets/made/${fileOf('picture')}" loading="lazy"/> <b>true</b> 42 production</p>`,
  );

  const [app] = readApp(root, '.');
  if (!app) throw new Error('It is an app.');
  const home = path.relative(checkout, root);
  const built = { builtAt: '2026-01-01T00:00:00.000Z', commit: null };
  const { exposes, esModules, shared } = await createManifest(
    { ...app, folder: home },
    folder,
    built,
  );
  expect(Object.keys(shared).sort()).toEqual(['react', 'react/jsx-runtime']);
  expect(exposes['./Section']?.scripts).toEqual(['Badge', 'Later', 'Section'].map(fileOf));
  // A library that requires React by `require` gets the host's React.
  expect(esModules?.[fileOf('Section')]).toContain('react');

  expect((await readdir(folder)).sort()).toEqual(['browser', 'maps', 'server.cjs']);
  expect([...browser.keys()].filter((file) => file.endsWith('.map'))).toEqual([]);
  const map = await readFile(path.join(folder, `maps/${fileOf('Later')}.map`), 'utf8');
  expect(map).toContain('"sources":["src/Later.tsx"]');
});
