import { checkout } from '@composed/testing/apps/checkout';
import { readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { evaluateBundle } from '../jest/evaluate-bundle';
import { temporaryFolder, writeFiles } from '../jest/temporary-folder';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { findConsumedPackages, readStats } from '@composed/apps/webpack-stats';
import { findTypeErrors } from './check-types';
import { formatBuildErrors, runBundler } from './run-bundler';

const endings = 'avif gif ico jpeg jpg png svg webp woff woff2 ttf otf pdf'.split(' ');

/** A component that shows the address of a file of each kind, a text, and the source of a file. */
const section = `${endings.map((ending) => `import ${ending} from './img/file.${ending}';`).join('\n')}
import text from './text.txt';
import raw from './img/file.svg?raw';
import address from './text.txt?url';
import source from './source.ts?raw';
import { count } from './data.json';
import { chart, draw } from 'charts';
import { adapter } from 'client';
import { Badge } from '@/Badge';
import { library } from './library';

const near = new URL('./img/near.png', import.meta.url).href;

export default function Section() {
  return (
    <div onClick={draw}>
      {[${endings.join(', ')}, address, near, chart].map((each) => <img key={each} src={each} />)}
      <Badge name="new" />
      <p>{[text, raw, source, count, adapter, library.length, process.env.NODE_ENV].join()}</p>
    </div>
  );
}
`;

const configOf = (bundler: string) =>
  `import { createAppConfig } from '@composed/build/bundler/${bundler}';\nexport default createAppConfig(import.meta.dirname);\n`;

/**
 * Writes the repository of a remote that imports all of these, a package with a worker and a picture, and a package
 * whose `browser` map names other files.
 */
async function aRepository(bundler: string): Promise<string> {
  const root = temporaryFolder();
  const exposes = {
    './Section': { import: './src/Section', props: {} },
    './second-one': { import: './src/Second', props: {} },
  };
  const peerDependencies = { react: '*', 'react-dom': '*', '@shop/shared': '*' };
  const charts = 'src/node_modules/charts';
  writeFiles(root, {
    'package.json': { microFrontend: { name: 'made', exposes, port: 3001 }, peerDependencies },
    'tsconfig.json': {
      extends: '@composed/build/tsconfig.json',
      compilerOptions: {
        types: ['@composed/build/css-modules'],
        paths: { '@/*': ['./src/*'] },
      },
      include: ['src'],
    },
    [`${bundler}.config.ts`]: configOf(bundler),
    'src/Section.tsx': section,
    'src/Second.tsx': `import { library } from './library';
export default () => <i>second {library.length}</i>;`,
    'src/library.ts': `export const library = '${'a library, once. '.repeat(1000)}';`,
    'src/img/near.png': 'near',
    // The team's own JavaScript. One of the files is imported only for its side effects.
    'src/Badge.jsx':
      "import './once.js';\nexport const Badge = ({ name }) => <b title={globalThis.once}>{name}</b>;\n",
    'src/once.js': "globalThis.once = 'once';\n",
    'src/text.txt': 'A text',
    'src/source.ts': 'export const source = 1;\n',
    'src/data.json': { count: 42 },
    [`${charts}/package.json`]: {
      type: 'module',
      types: 'index.d.ts',
      exports: {
        types: './index.d.ts',
        node: './node.js',
        default: './index.js',
      },
    },
    [`${charts}/index.d.ts`]: 'export const chart: string;\nexport function draw(): void;',
    [`${charts}/index.js`]: `export const chart = new URL('./chart.png', import.meta.url).href;
export const draw = () => new Worker(new URL('./chart.worker.js', import.meta.url)).terminate();
`,
    [`${charts}/node.js`]: "export { readFile as chart, watch as draw } from 'node:fs';",
    [`${charts}/chart.png`]: 'chart',
    [`${charts}/chart.worker.js`]: 'self.onmessage = () => self.postMessage(1);',
  });
  // As in axios, a `browser` map replaces a file for Node by one for browsers.
  const client = 'src/node_modules/client';
  writeFiles(root, {
    [`${client}/package.json`]: {
      main: './index.js',
      types: './index.d.ts',
      type: 'module',
      browser: {
        './adapter-node.js': './adapter-browser.js',
        util: false,
      },
    },
    [`${client}/index.d.ts`]: 'export const adapter: string;',
    [`${client}/index.js`]: "import 'util';\nexport { adapter } from './adapter-node.js';\n",
    [`${client}/adapter-node.js`]: "import 'node:http';\nexport const adapter = 'node';\n",
    [`${client}/adapter-browser.js`]: "export const adapter = 'browser';\n",
  });
  for (const ending of endings)
    writeFiles(root, { [`src/img/file.${ending}`]: `<svg>${ending}</svg>` });
  await symlink(path.join(checkout, 'node_modules'), path.join(root, 'node_modules'));
  return root;
}

test('imported files have types', async () => {
  expect(await findTypeErrors(await aRepository('webpack'))).toEqual([]);
});

test.each(['webpack', 'rspack'])(
  'with %s imported files build, and are rendered with the addresses that browsers get',
  async (bundler) => {
    const root = await aRepository(bundler);
    const folder = path.join(root, 'made');
    const stats = path.join(root, 'stats.json');
    const words = ['--env', `folder=${folder}`, '--json', stats];
    await runBundler(root, { name: 'made', folder: '.' }, words);
    const { Section, 'second-one': second } = evaluateBundle(
      await readFile(path.join(folder, 'server.cjs'), 'utf8'),
      { URL },
    );
    expect(renderToStaticMarkup(createElement(second.default))).toBe('<i>second 17000</i>');
    const markup = renderToStaticMarkup(createElement(Section.default));
    expect(markup).toContain('<b title="once">new</b>');
    expect(markup).toContain(
      '<p>A text,&lt;svg&gt;svg&lt;/svg&gt;,export const source = 1;\n,42,browser,17000,production</p>',
    );
    const imageTags = [...markup.matchAll(/<img src="\/assets\/made\/([^"]+)"\/>/g)];
    expect(imageTags).toHaveLength(endings.length + 3);
    for (const [, file = ''] of imageTags) {
      expect(await readFile(path.join(folder, 'browser', file), 'utf8')).toMatch(
        /svg|near|chart|A text/,
      );
    }
    // Only shared packages that the modules import are listed.
    const said = await readStats('made', root);
    expect([...findConsumedPackages(said)]).toEqual(['react/jsx-runtime']);
    // Modules that both exposed modules import are in a script of their own, which both load.
    const scripts = (await readdir(path.join(folder, 'browser'))).filter((n) => n.endsWith('.js'));
    const texts = scripts.map((name) => readFile(path.join(folder, 'browser', name), 'utf8'));
    const holding = (await Promise.all(texts)).filter((each) => each.includes('a library, once.'));
    expect(holding).toHaveLength(1);
    expect(holding[0]).not.toContain('second');
    // The guest bundle is a single file with one map.
    expect((await readdir(folder)).sort()).toEqual(['browser', 'maps', 'server.cjs']);
  },
);

test.each(['webpack', 'rspack'])(
  'with %s only an import that sideEffects would drop is refused',
  async (bundler) => {
    const root = temporaryFolder();
    writeFiles(root, {
      'package.json': {
        sideEffects: ['*.css'],
        microFrontend: {
          name: 'made',
          port: 3001,
          exposes: {
            './Section': {
              import: './src/Section',
              props: {},
            },
          },
        },
      },
      'tsconfig.json': { extends: '@composed/build/tsconfig.json' },
      [`${bundler}.config.ts`]: configOf(bundler),
      'src/Section.ts': `import './texts';
import './also-named';
import './sheet.css';
import { named } from './all';
export default () => named;`,
      'src/texts.ts': 'globalThis.name = "texts";',
      'src/all.ts': "export * from './also-named';\nexport * from './unused';",
      'src/also-named.ts': 'export const named = 1;',
      'src/unused.ts': 'export const unused = 1;',
      'src/sheet.css': '.made-a { color: red; }',
    });
    await symlink(path.join(checkout, 'node_modules'), path.join(root, 'node_modules'));
    const stats = path.join(root, 'stats.json');
    const app = { name: 'made', folder: '.' };
    const words = ['--env', `folder=${path.join(root, 'made')}`, '--json', stats];
    await expect(runBundler(root, app, words)).rejects.toThrow();
    expect(formatBuildErrors(await readFile(stats, 'utf8'), app)).toMatch(
      /^src\/Section\.ts:1:.*'\.\/texts' would not run: the "sideEffects" of its package\.json say .*$/,
    );
  },
);
