// @ts-check
/**
 * webpack in an app's folder, by its API: `node run-webpack.mjs [serve] [--json <file>] [--env <name>[=<value>]]…` builds
 * what webpack.config.ts there says, or serves it. Not webpack-cli: npm would install the dev server with it, its
 * optional peer, and what that needs, for those who never develop.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import webpack from 'webpack';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, env: { type: 'string', multiple: true, default: [] } },
});

/** @param {string} value `folder=/a`, or a name alone */
function readVariable(value) {
  const [name = '', ...rest] = value.split('=');
  return [name, rest.length > 0 ? rest.join('=') : true];
}

const { default: configure } = await import(pathToFileURL(path.resolve('webpack.config.ts')).href);
const config = await configure(Object.fromEntries(values.env.map(readVariable)));

if (positionals.includes('serve')) {
  const { default: WebpackDevServer } = await import('webpack-dev-server');
  await new WebpackDevServer(config.devServer, webpack(config)).start();
} else {
  const compiler = webpack(config);
  const stats = await promisify(compiler.run.bind(compiler))();
  // Keeps what it has made in its cache.
  await promisify(compiler.close.bind(compiler))();
  const wanted = Array.isArray(config)
    ? { children: config.map((each) => each.stats) }
    : config.stats;
  if (values.json) await writeFile(values.json, JSON.stringify(stats?.toJson(wanted)));
  else process.stdout.write(`${stats?.toString(wanted)}\n`);
  process.exitCode = stats?.hasErrors() === false ? 0 : 1;
}
