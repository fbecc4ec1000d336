import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import webpack from 'webpack';
import { temporaryFolder } from '../jest/temporary-folder';
import { webpackBundler } from './webpack';

test('the first syntax error of each file is reported, and the cache does not depend on libraries', async () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  await write('tsconfig.json', '{ "compilerOptions": { "sourceMap": true } }');
  await write('main.ts', '\nexport const a = 1;\n<<\nexport const b = {{ c: 1 };\n');
  await write('other.ts', '\nexport const d = ;\n');
  const errorFormatter = ({ code = 0 }) => `TS${code}`;
  const loader = { loader: 'ts-loader', options: { transpileOnly: true, errorFormatter } };
  const compiler = webpack({
    mode: 'development',
    context: folder,
    entry: {
      main: './main.ts',
      other: './other.ts',
    },
    cache: false,
    output: { path: folder },
    resolve: { extensions: ['.ts'] },
    resolveLoader: { modules: [path.join(import.meta.dirname, '../../../../../node_modules')] },
    module: {
      rules: [
        {
          test: /\.ts$/,
          use: loader,
        },
      ],
    },
    plugins: [...webpackBundler.commonPlugins],
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  const { errors = [] } = stats?.toJson({ all: false, errors: true }) ?? {};
  expect(errors.map(({ file, loc }) => `${path.basename(file ?? '')} ${loc}`)).toEqual([
    'main.ts 3:0-2',
    'other.ts 2:17-18',
  ]);
  // Looking for each of their modules on the disk would take a third of a first build.
  const dependencies = [...(stats?.compilation.buildDependencies ?? [])];
  expect(dependencies).toContain(path.join(folder, 'tsconfig.json'));
  expect(dependencies.filter((file) => file.includes('node_modules'))).toEqual([]);
});

test.each([
  [['./One'], ['entry.js']],
  [
    ['./One', './Two'],
    ['One.js', 'Two.js', 'entry.js'],
  ],
])('a remote that exposes %j is %j', async (keys, files) => {
  const folder = temporaryFolder();
  const exposed = keys.map(async (key) => {
    await writeFile(path.join(folder, `${key}.js`), `export default '${key}';\n`);
    return [key, { import: `${key}.js`, name: key.slice(2) }] as const;
  });
  const exposes = Object.fromEntries(await Promise.all(exposed));
  const compiler = webpack({
    mode: 'production',
    context: folder,
    entry: {},
    cache: false,
    output: {
      path: path.join(folder, 'out'),
      chunkFilename: '[name].js',
    },
    plugins: [
      ...webpackBundler.container({
        name: 'one',
        filename: 'entry.js',
        exposes,
      }),
    ],
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  const { assets = [] } = stats?.toJson({ all: false, assets: true }) ?? {};
  expect(assets.map(({ name }) => name).toSorted()).toEqual(files);
});
