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
import { repositoryRoot } from './processes.mjs';

/*
 * Compiles the TypeScript sources of commands, and caches the scripts until a source changes. Compiling takes longer
 * than the rest of the command `status`.
 */

/**
 * A record in the cache. `hashes`: file → hash, for every file that the scripts depend on; `scripts`: entry point →
 * script.
 * @typedef {{ hashes: Record<string, string>, scripts: Record<string, string> }} CacheRecord
 */

const cache = join(repositoryRoot, 'node_modules/.cache/composed');

/**
 * Entry point → its script, for this process.
 * @type {Map<string, string>}
 */
const scripts = new Map();

/** @param {string | Uint8Array} content */
const hashOf = (content) => createHash('sha256').update(content).digest('base64');

/**
 * @param {string} file
 * @returns {CacheRecord | undefined} undefined when a file of the record is missing, changed or unreadable
 */
function readRecord(file) {
  try {
    /** @type {CacheRecord} */
    const record = JSON.parse(readFileSync(file, 'utf8'));
    const files = Object.entries(record.hashes);
    return files.every(([name, hash]) => hashOf(readFileSync(join(repositoryRoot, name))) === hash)
      ? record
      : undefined;
  } catch {
    return undefined;
  }
}

/** Finds the entry points of back ends, which sites name in a workspace's package.json. */
function backEndEntries() {
  const require = createRequire(join(repositoryRoot, 'package.json'));
  return readdirSync(repositoryRoot).flatMap((name) => {
    try {
      const { site } = JSON.parse(readFileSync(join(repositoryRoot, name, 'package.json'), 'utf8'));
      return [require.resolve(site.backEnd)];
    } catch {
      return [];
    }
  });
}

/**
 * An esbuild plugin for scripts that behave as their sources would in their own folders: Node loads packages and plain
 * JavaScript, and `import.meta` of a source keeps its value.
 * @param {Map<string, string>} sources gets each source that is compiled
 */
const createSourcePlugin = (sources) => ({
  name: 'sources',
  /** @param {import('esbuild').PluginBuild} plugins */
  setup(plugins) {
    plugins.onResolve(
      { filter: /.*/ },
      async ({ kind, path, importer, resolveDir, pluginData }) => {
        // `pluginData` marks requests of this plugin itself.
        if (kind === 'entry-point' || pluginData === sources || path.startsWith('node:')) return;
        const result = await plugins.resolve(path, {
          kind,
          importer,
          resolveDir,
          pluginData: sources,
        });
        // A command may import a package that is installed only when the command needs it.
        if (result.errors.length > 0) return { path, external: true };
        return /node_modules|\.[cm]?js$/.test(result.path)
          ? { path: pathToFileURL(result.path).href, external: true }
          : { path: result.path };
      },
    );
    plugins.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      const contents = readFileSync(path, 'utf8');
      sources.set(relative(repositoryRoot, path), contents);
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

/** Removes files that are older than a week. A running command may still import younger ones. */
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
 * Lists the files, apart from the compiled sources, that the result of a compilation depends on.
 * @param {import('esbuild').Metafile} metafile
 * @param {Map<string, string>} sources
 */
function listDependencies({ inputs }, sources) {
  const files = new Set([
    'package.json',
    'node_modules/.package-lock.json',
    relative(repositoryRoot, fileURLToPath(import.meta.url)),
  ]);
  for (const file of Object.keys(inputs)) {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder))
      files.add(join(folder, 'package.json'));
    if (!sources.has(file)) files.add(file);
  }
  return Array.from(files).filter((name) => existsSync(join(repositoryRoot, name)));
}

/**
 * Compiles a source together with everything that it imports.
 * @param {string} source
 * @returns {Promise<[record: CacheRecord, files: Map<string, Uint8Array>]>} `files`: name in the cache → content
 */
async function compile(source) {
  // Resolved from the root, since this package does not depend on esbuild: packed commands are already compiled.
  /** @type {typeof import('esbuild')} */
  const { build } = createRequire(join(repositoryRoot, 'package.json'))('esbuild');
  /** @type {Map<string, string>} */
  const sources = new Map();
  const { metafile, outputFiles } = await build({
    entryPoints: [source, ...backEndEntries()],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    conditions: [],
    mainFields: ['main'],
    jsx: 'automatic',
    tsconfigRaw: '{}',
    absWorkingDir: repositoryRoot,
    outdir: cache,
    outExtension: { '.js': '.mjs' },
    entryNames: '[name]-[hash]',
    chunkNames: '[hash]',
    write: false,
    metafile: true,
    plugins: [createSourcePlugin(sources)],
    logLevel: 'silent',
  }).catch((/** @type {unknown} */ error) => {
    throw new UserError(error instanceof Error ? error.message : String(error));
  });
  const dependencies = listDependencies(metafile, sources);
  const hashes = Object.fromEntries([
    ...Array.from(sources, ([name, text]) => [name, hashOf(text)]),
    ...outputFiles.map(({ path, contents }) => [relative(repositoryRoot, path), hashOf(contents)]),
    ...dependencies.map((name) => [name, hashOf(readFileSync(join(repositoryRoot, name)))]),
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
 * Imports a TypeScript source of this repository, compiled together with everything that it imports.
 * @param {string} path relative to the root, or absolute
 */
export async function runSource(path) {
  const source = relative(repositoryRoot, resolve(repositoryRoot, path));
  // Exists from Node 22.8 on.
  const { enableCompileCache } = /** @type {{ enableCompileCache?: (folder: string) => void }} */ (
    module
  );
  enableCompileCache?.(join(cache, 'v8'));
  // The name contains a hash of the root: copies of a repository may share node_modules, and thus the cache, but
  // scripts contain absolute paths.
  const rootHash = createHash('sha256').update(repositoryRoot).digest('hex').slice(0, 8);
  const name = `${source.replaceAll(/\W/g, '-')}-${rootHash}.json`;
  let folder = cache;
  let record = readRecord(join(cache, name));
  if (record === undefined) {
    const [newRecord, files] = await compile(source);
    files.set(name, Buffer.from(JSON.stringify(newRecord)));
    try {
      removeOld();
      for (const [file, content] of files) replaceFile(folder, file, content);
    } catch {
      // In a read-only repository the scripts are written to a temporary folder.
      folder = mkdtempSync(join(tmpdir(), 'composed-'));
      process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
      for (const [file, content] of files) replaceFile(folder, file, content);
    }
    record = newRecord;
  }
  for (const [entryPoint, script] of Object.entries(record.scripts)) {
    scripts.set(
      join(repositoryRoot, entryPoint),
      join(folder, relative(cache, join(repositoryRoot, script))),
    );
  }
  return importSource(join(repositoryRoot, source));
}

/**
 * Imports a module by its path. For a source that was compiled together with the command, imports its script.
 * @param {string} file
 */
export const importSource = (file) => import(pathToFileURL(scripts.get(file) ?? file).href);
