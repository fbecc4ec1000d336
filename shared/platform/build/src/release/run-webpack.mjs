// @ts-check
/**
 * Runs webpack with the `webpack.config.ts` of the working directory:
 * `node run-webpack.mjs [--json <file>] [--env <name>[=<value>]]…`. Dev servers run in webpack-cli (run-bundler.ts).
 * Builds do not, so that machines which only build need no webpack-cli and no webpack-dev-server, its optional peer.
 */
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';

const { values } = parseArgs({
  options: { json: { type: 'string' }, env: { type: 'string', multiple: true, default: [] } },
});

/** @param {string} value `folder=/a`, or only a name, which counts as true */
function readVariable(value) {
  const [name = '', ...rest] = value.split('=');
  return [name, rest.length > 0 ? rest.join('=') : true];
}

const file = path.resolve('webpack.config.ts');
const { default: configure } = await import(pathToFileURL(file).href);
// Resolved from the configuration: two copies of webpack reject each other's plugins, even in the same version.
/** @type {typeof import('webpack')} */
const webpack = createRequire(file)('webpack');
const config = await configure(Object.fromEntries(values.env.map(readVariable)));

const compiler = webpack(config);
const stats = await promisify(compiler.run.bind(compiler))();
const statsOptions = Array.isArray(config)
  ? { children: config.map((each) => each.stats) }
  : config.stats;
if (values.json) await writeFile(values.json, JSON.stringify(stats?.toJson(statsOptions)));
else process.stdout.write(`${stats?.toString(statsOptions)}\n`);
process.exitCode = stats?.hasErrors() === false ? 0 : 1;
// Closing the compiler writes the cache, which takes a quarter of a first build. The parent does not wait for it.
if (process.exitCode === 0) process.send?.('built');
setPriority(10);
await promisify(compiler.close.bind(compiler))();
