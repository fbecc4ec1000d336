// @ts-check
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { UserError } from './errors.mjs';
import { root } from './processes.mjs';

/*
 * Commands run from compiled scripts, which are kept until a source changes: reading TypeScript takes longer than the
 * rest of `status`.
 */

/**
 * Sources of a command with their hashes, and the script of each source that is imported
 * by its path.
 * @typedef {{ hashes: Record<string, string>, scripts: Record<string, string> }} Kept
 */

const cache = join(root, 'node_modules/.cache/composed');

/**
 * Source → its script, for this process.
 * @type {Map<string, string>}
 */
const scripts = new Map();

/** @param {string | Uint8Array} content */
const hashOf = (content) => createHash('sha256').update(content).digest('base64');

/**
 * @param {string} file
 * @returns {Kept | undefined} undefined where anything is missing, was changed or cannot be read
 */
function readKept(file) {
  try {
    /** @type {Kept} */
    const record = JSON.parse(readFileSync(file, 'utf8'));
    const files = Object.entries(record.hashes);
    return files.every(([name, hash]) => hashOf(readFileSync(join(root, name))) === hash)
      ? record
      : undefined;
  } catch {
    return undefined;
  }
}

/** The workspaces’ modules that a site names as its back end. */
function namedBySite() {
  const require = createRequire(join(root, 'package.json'));
  return readdirSync(root).flatMap((name) => {
    try {
      const { site } = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'));
      return [require.resolve(site.backEnd)];
    } catch {
      return [];
    }
  });
}

/**
 * A plugin that leaves packages and plain JavaScript to Node, and gives sources their own paths.
 * @param {Map<string, string>} read gets each source that is compiled
 */
const asInPlace = (read) => ({
  name: 'as in place',
  /** @param {import('esbuild').PluginBuild} plugins */
  setup(plugins) {
    plugins.onResolve(
      { filter: /.*/ },
      async ({ kind, path, importer, resolveDir, pluginData }) => {
        if (kind === 'entry-point' || pluginData === read || path.startsWith('node:')) return;
        const result = await plugins.resolve(path, {
          kind,
          importer,
          resolveDir,
          pluginData: read,
        });
        // Not everything is installed for every command.
        if (result.errors.length > 0) return { path, external: true };
        return /node_modules|\.[cm]?js$/.test(result.path)
          ? { path: pathToFileURL(result.path).href, external: true }
          : { path: result.path };
      },
    );
    plugins.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      const contents = readFileSync(path, 'utf8');
      read.set(relative(root, path), contents);
      const loader = path.endsWith('x') ? 'tsx' : 'ts';
      if (!contents.includes('import.meta.')) return { contents, loader };
      const define = {
        'import.meta.url': JSON.stringify(pathToFileURL(path)),
        'import.meta.dirname': JSON.stringify(dirname(path)),
      };
      const { code } = await plugins.esbuild.transform(contents, {
        loader,
        jsx: 'preserve',
        define,
      });
      return { contents: code, loader: 'jsx' };
    });
  },
});

/** Removes files that are older than a week: a running command may import a younger script late. */
function removeOld() {
  mkdirSync(cache, { recursive: true });
  for (const file of readdirSync(cache).map((name) => join(cache, name))) {
    if (Date.now() - statSync(file).mtimeMs > 7 * 86_400_000) rmSync(file, { recursive: true });
  }
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {string | Uint8Array} content
 */
function replaceFile(folder, name, content) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, content);
  renameSync(`${path}.${process.pid}`, path);
}

/**
 * @param {string} source with all that it imports
 * @returns {Promise<[kept: Kept, files: Map<string, Uint8Array>]>}
 */
async function compile(source) {
  // The esbuild of the repository: packed commands are compiled already.
  /** @type {typeof import('esbuild')} */
  const { build } = createRequire(join(root, 'package.json'))('esbuild');
  /** @type {Map<string, string>} */
  const read = new Map();
  const { metafile, outputFiles } = await build({
    entryPoints: [source, ...namedBySite()],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    conditions: [],
    mainFields: ['main'],
    jsx: 'automatic',
    tsconfigRaw: '{}',
    absWorkingDir: root,
    outdir: cache,
    outExtension: { '.js': '.mjs' },
    entryNames: '[name]-[hash]',
    chunkNames: '[hash]',
    write: false,
    metafile: true,
    plugins: [asInPlace(read)],
    logLevel: 'silent',
  }).catch((/** @type {unknown} */ error) => {
    throw new UserError(error instanceof Error ? error.message : String(error));
  });
  const settings = ['package.json', 'node_modules/.package-lock.json'];
  settings.push(relative(root, fileURLToPath(import.meta.url)));
  for (const file of Object.keys(metafile.inputs)) {
    for (let at = dirname(file); at !== '.'; at = dirname(at))
      settings.push(join(at, 'package.json'));
    if (!read.has(file)) settings.push(file);
  }
  const hashes = Object.fromEntries([
    ...Array.from(read, ([name, text]) => [name, hashOf(text)]),
    ...outputFiles.map(({ path, contents }) => [relative(root, path), hashOf(contents)]),
    ...Array.from(new Set(settings))
      .filter((name) => existsSync(join(root, name)))
      .map((name) => [name, hashOf(readFileSync(join(root, name)))]),
  ]);
  const entries = Object.entries(metafile.outputs).flatMap(([file, { entryPoint }]) =>
    entryPoint === undefined ? [] : [[entryPoint, file]],
  );
  return [
    { hashes, scripts: Object.fromEntries(entries) },
    new Map(outputFiles.map(({ path, contents }) => [relative(cache, path), contents])),
  ];
}

/**
 * Imports a TypeScript source of this repository, compiled with all that it imports.
 * @param {string} path from the root
 */
export async function runSource(path) {
  const source = relative(root, resolve(root, path));
  // Node keeps what it has compiled from version 22.8 on.
  const { enableCompileCache } = /** @type {{ enableCompileCache?: (folder: string) => void }} */ (
    module
  );
  enableCompileCache?.(join(cache, 'v8'));
  // Copies of a repository may share their packages, and scripts name those by their whole paths.
  const name = `${source.replaceAll(/\W/g, '-')}-${createHash('sha256').update(root).digest('hex').slice(0, 8)}.json`;
  let folder = cache;
  let record = readKept(join(cache, name));
  if (record === undefined) {
    const [next, files] = await compile(source);
    files.set(name, Buffer.from(JSON.stringify(next)));
    try {
      removeOld();
      for (const [file, content] of files) replaceFile(folder, file, content);
    } catch {
      // In a read-only repository, scripts are kept until the command ends.
      folder = mkdtempSync(join(tmpdir(), 'composed-'));
      process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
      for (const [file, content] of files) replaceFile(folder, file, content);
    }
    record = next;
  }
  for (const [of, script] of Object.entries(record.scripts)) {
    scripts.set(join(root, of), join(folder, relative(cache, join(root, script))));
  }
  return importSource(join(root, source));
}

/**
 * Imports a module by its path, or the script of a source that was compiled with the command.
 * @param {string} file
 */
export const importSource = (file) => import(pathToFileURL(scripts.get(file) ?? file).href);
