import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import webpack from 'webpack';
import { temporaryFolder } from '../testing/temporary-folder';
import { webpackBundler } from './webpack';

test('of a file that TypeScript cannot read the first mistake is told, and nothing that comes of it', async () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  await write('tsconfig.json', '{ "compilerOptions": { "sourceMap": true } }');
  await write('main.ts', '\nexport const a = 1;\n<<\nexport const b = {{ c: 1 };\n');
  await write('other.ts', '\nexport const d = ;\n');
  const errorFormatter = ({ code = 0 }) => `TS${code}`;
  const loader = { loader: 'ts-loader', options: { transpileOnly: true, errorFormatter } };
  const compiler = webpack({
    ...{
      mode: 'development',
      context: folder,
      entry: { main: './main.ts', other: './other.ts' },
      cache: false,
    },
    output: { path: folder },
    resolve: { extensions: ['.ts'] },
    resolveLoader: { modules: [path.join(import.meta.dirname, '../../../node_modules')] },
    module: { rules: [{ test: /\.ts$/, use: loader }] },
    plugins: [...webpackBundler.always],
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  const { errors = [] } = stats?.toJson({ all: false, errors: true }) ?? {};
  expect(errors.map(({ file, loc }) => `${path.basename(file ?? '')} ${loc}`)).toEqual([
    'main.ts 3:0-2',
    'other.ts 2:17-18',
  ]);
});
