/**
 * Bundles the polyfills for the engine: `node bundle.mjs`. The result is committed, so that publishing does not require
 * core-js to be installed, which has 3,740 files.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';

const folder = import.meta.dirname;
export const bundledFile = path.join(folder, '../polyfills.json');

/** @returns JSON: name of a script → its text */
export function bundlePolyfills() {
  const names = readdirSync(folder).filter((name) => !/^bundle\b/.test(name));
  const { outputFiles } = buildSync({
    entryPoints: names.map((name) => path.join(folder, name)),
    bundle: true,
    // The guest evaluates the bundles of releases in this format, too.
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    outdir: folder,
    // These modules have state, and the guest has loaded them already.
    external: ['../guest/*'],
    // A polyfill must not take its variant for Node or for browsers.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    // The engine reads a shorter text faster.
    minify: true,
    legalComments: 'none',
    write: false,
  });
  const scripts = outputFiles.map(({ path: file, text }) => [path.basename(file), text.trim()]);
  return `${JSON.stringify(Object.fromEntries(scripts), null, 2)}\n`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(bundledFile, bundlePolyfills());
