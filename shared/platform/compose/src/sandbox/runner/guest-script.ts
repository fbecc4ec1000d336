import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

let bundled: string | undefined;

/** The script that a guest begins with: ../guest and the polyfills that it imports, as one module of the engine. */
export function guestScript(): string {
  if (bundled !== undefined) return bundled;
  // Commands that render nothing do not load it.
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
  bundled = buildSync({
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
