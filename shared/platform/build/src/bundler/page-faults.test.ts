import '@composed/testing/apps/checkout';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import webpack from 'webpack';
import { temporaryFolder } from '../jest/temporary-folder';
import { requireApp } from '@composed/apps';
import { createBaseConfig } from './base-config';
import { webpackBundler } from './webpack';

const source = `interface Longer {
  readonly than: 'what is left of it';
  readonly first: 1;
  readonly second: 2;
  readonly third: 3;
  readonly fourth: 4;
  readonly fifth: 5;
}
const part: Longer | null = null;

export function fail(): never {
  throw new Error(\`thrown in \${part}\`);
}
window.fail = fail;
`;

test('a stack of a development build names sources and their lines', async () => {
  const folder = temporaryFolder();
  await writeFile(path.join(folder, 'main.ts'), source);
  const base = createBaseConfig(webpackBundler, requireApp('pricing'), 'dev');
  const { mode, devtool, resolve, module } = base;
  const entry = [path.join(import.meta.dirname, 'page-faults'), './main.ts'];
  const compiler = webpack({
    mode,
    devtool,
    resolve,
    module,
    context: folder,
    entry,
    output: {
      path: folder,
      publicPath: '/',
    },
    resolveLoader: { modules: [path.join(import.meta.dirname, '../../../../../node_modules')] },
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  expect(stats?.toJson({ all: false, errors: true }).errors).toEqual([]);

  const caught = 'try { window.fail() } catch (error) { window.nameSources(error.stack) }';
  const script = await readFile(path.join(folder, 'main.js'), 'utf8');
  const browser = {
    window: {},
    atob,
    TextDecoder,
    document: { createElement: () => ({ style: {} }) },
    addEventListener: () => undefined,
    PerformanceObserver: class {
      observe = () => undefined;
    },
  };
  const stack: unknown = runInNewContext(`${script};${caught}`, browser);
  expect(stack).toMatch(/^Error: thrown in null\n +at Object\.fail \(main\.ts:12\)/);
});
