// @ts-check
/**
 * A build by webpack's API in an app's folder: `node run-webpack.mjs [--json <file>] [--env <name>[=<value>]]…` builds
 * what webpack.config.ts there says. The dev servers are webpack-cli's (run-bundler.ts). Builds are not: npm would install
 * the dev server, an optional peer of webpack-cli, and what that needs, for those who never develop.
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

/** @param {string} value `folder=/a`, or a name alone */
function readVariable(value) {
  const [name = '', ...rest] = value.split('=');
  return [name, rest.length > 0 ? rest.join('=') : true];
}

const file = path.resolve('webpack.config.ts');
const { default: configure } = await import(pathToFileURL(file).href);
// The configuration's own: of two, one does not know the other's parts, though both are of one version.
/** @type {typeof import('webpack')} */
const webpack = createRequire(file)('webpack');
const config = await configure(Object.fromEntries(values.env.map(readVariable)));

const compiler = webpack(config);
const stats = await promisify(compiler.run.bind(compiler))();
const wanted = Array.isArray(config)
  ? { children: config.map((each) => each.stats) }
  : config.stats;
if (values.json) await writeFile(values.json, JSON.stringify(stats?.toJson(wanted)));
else process.stdout.write(`${stats?.toString(wanted)}\n`);
process.exitCode = stats?.hasErrors() === false ? 0 : 1;
// Writing the cache takes a fourth of a first build, and nobody needs to wait for it.
if (process.exitCode === 0) process.send?.('built');
setPriority(10);
await promisify(compiler.close.bind(compiler))();
