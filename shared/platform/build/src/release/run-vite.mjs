// @ts-check
/**
 * Runs Vite with the `vite.config.ts` of the working directory. `node run-vite.mjs --env folder=<folder>` makes both
 * builds of a release, and `node run-vite.mjs serve` starts the dev server.
 */
import { mkdir, readdir, rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, env: { type: 'string', default: '' } },
});
const folder = values.env.replace(/^folder=/, '');
const isServing = positionals[0] === 'serve';

Object.assign(process.env, { NODE_ENV: isServing ? 'development' : 'production' });
const configFile = path.resolve('vite.config.ts');
/** @type {typeof import('vite')} */
const { build, createServer } = await import(
  pathToFileURL(createRequire(configFile).resolve('vite')).href
);
/** @type {import('vite').InlineConfig} */
const common = { configFile, configLoader: 'native', logLevel: 'warn' };

async function serve() {
  const server = await createServer(common);
  await server.listen();
  // The command that started this process waits for this line, which webpack's dev server prints too.
  console.log('compiled successfully');
}

async function buildRelease() {
  await build({ ...common, build: { outDir: path.join(folder, 'browser') } });
  await build({ ...common, build: { outDir: folder, ssr: true } });

  // Moves source maps out of the folder that is served.
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.map')) continue;
    const map = path.join(folder, 'maps', file.replace(/^browser[/\\]/, ''));
    await mkdir(path.dirname(map), { recursive: true });
    await rename(path.join(folder, file), map);
  }
}

await (isServing ? serve() : buildRelease());
