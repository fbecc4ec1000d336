import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

let bundled: string | undefined;

/** The script that a guest begins with: ../guest and the polyfills that it imports, as one module of the engine. */
export function guestScript(): string {
  bundled ??= buildSync({
    entryPoints: [fileURLToPath(new URL('../guest/main.mjs', import.meta.url))],
    bundle: true,
    format: 'esm',
    // Neither Node's variants of a polyfill nor those of browsers.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    // The engine reads fewer characters in less time.
    minify: true,
    legalComments: 'none',
    write: false,
  }).outputFiles[0]?.text;
  if (bundled === undefined) throw new Error('The script of guests was not bundled.');
  return bundled;
}
