/**
 * Bundles the polyfills for the engine: `node bundle.mjs`. The result is kept beside them, so that nobody who publishes
 * installs core-js, which has 3,740 files.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';

const folder = import.meta.dirname;
export const bundledFile = path.join(folder, '../polyfills.json');

/** @returns JSON: the name of a script → its text */
export function bundlePolyfills() {
  const names = readdirSync(folder).filter((name) => !/^bundle\b/.test(name));
  const { outputFiles } = buildSync({
    entryPoints: names.map((name) => path.join(folder, name)),
    bundle: true,
    // The guest reads a release’s bundle in this form, too.
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    outdir: folder,
    // These have state, and are part of the guest itself.
    external: ['../guest/*'],
    // Neither Node's variants of a polyfill nor those of browsers.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    // The engine reads fewer characters in less time.
    minify: true,
    legalComments: 'none',
    write: false,
  });
  const scripts = outputFiles.map(({ path: file, text }) => [path.basename(file), text.trim()]);
  return `${JSON.stringify(Object.fromEntries(scripts), null, 2)}\n`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(bundledFile, bundlePolyfills());
