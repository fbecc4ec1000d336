// @ts-check
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

/*
 * Compiles the sources of an image in place, one script for each. A server then starts in a fraction of the time that
 * tsx takes on a read-only root, where it can keep nothing.
 */

/** Gives relative imports of sources the extension that Node asks for; leaves all others to Node. */
const leaveImports = {
  name: 'leave imports',
  /** @param {import('esbuild').PluginBuild} plugins */
  setup(plugins) {
    plugins.onResolve({ filter: /.*/ }, ({ kind, path: name, resolveDir }) => {
      if (kind === 'entry-point') return undefined;
      const isSource = ['.ts', '.tsx'].some((end) => existsSync(path.join(resolveDir, name + end)));
      return { external: true, path: name.startsWith('.') && isSource ? `${name}.js` : name };
    });
  },
};

const sources = ['scripts', 'shared'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
);

await build({
  entryPoints: sources.filter((file) => /^(?!.*node_modules).*\.tsx?$/.test(file)),
  ...{ bundle: true, format: 'esm', platform: 'node', jsx: 'automatic', outdir: '.', outbase: '.' },
  plugins: [leaveImports],
});

for (const manifest of sources.filter((file) => path.basename(file) === 'package.json')) {
  if (manifest.includes('node_modules')) continue;
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replaceAll(/\.tsx?(?=")/g, '.js'));
}
