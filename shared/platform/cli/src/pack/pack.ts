import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { packageFileFrom, readPackage, workspaceFolders } from '@composed/apps/workspaces';
import { releaseManifest } from '@composed/contracts/release-manifest';
import { toJsonSchema } from '@valibot/to-json-schema';
import { glob } from 'tinyglobby';
import * as v from 'valibot';
import { typeScriptProgram } from '@composed/build/release/check-types';
import { terminal } from '@composed/command/terminal';
import { npmCommand } from '@composed/command/packages.mjs';
import { createProgress } from '@composed/release/inspect/reports/progress';
import { packCommon } from './inherited-files';
import { contentDigest, versionsOf } from './versions';

const run = promisify(execFile);

/** The name of a source once it is compiled: `./src/pages.ts` is `./src/pages.js` then. */
const compiledName = (source: string) => source.replace(/(?<!\.d)\.(m?)[jt]sx?$/, '.$1js');

/** `./src/http/client.ts` → its compiled script and types; a file that is not compiled keeps its name. */
function publishedNames(source: string): Readonly<Record<string, string>> {
  if (source.endsWith('.d.ts')) return { types: source };
  const compiled = compiledName(source);
  if (!/\.m?js$/.test(compiled)) return { default: source };
  return { types: compiled.replace(/\.(m?)js$/, '.d.$1ts'), default: compiled };
}

function publishedTarget(source: string): string | Readonly<Record<string, string>> {
  const names = publishedNames(source);
  return names['default'] === source ? source : names;
}

/** A workspace that is packed: its package.json says `files`. */
interface Packed {
  readonly folder: string;
  readonly document: ReturnType<typeof readPackage>;
  readonly files: readonly string[];
}

const names = v.array(v.string());

/** All workspaces that are packed, in the order in which they need each other. */
function packedWorkspaces(root: string): readonly Packed[] {
  const workspaces = workspaceFolders(root).flatMap((folder) => {
    const document = readPackage(path.join(root, folder, 'package.json'));
    const { files } = document;
    return files === undefined ? [] : [{ folder, document, files: v.parse(names, files) }];
  });
  const sorted = new Set<Packed>();
  const add = (each: Packed) => {
    for (const other of workspaces)
      if (other.document.name in each.document.dependencies) add(other);
    sorted.add(each);
  };
  for (const each of workspaces) add(each);
  return [...sorted];
}

/** Packages that a repository has as tarballs, as its package.json names them: the platform’s, in that of another site. */
function tarballsOf(root: string) {
  const { dependencies, devDependencies } = readPackage(path.join(root, 'package.json'));
  return Object.entries({ ...dependencies, ...devDependencies }).flatMap(([name, from]) => {
    if (!/^file:.*\.tgz$/.test(from)) return [];
    const document = readPackage(packageFileFrom(root, name));
    return [{ document, tarball: path.join(root, from.replace('file:', '')) }];
  });
}

type Needing = Readonly<Record<'document', ReturnType<typeof readPackage>>>;

/** Some packages and those among all that they need. */
function withNeeded(workspaces: readonly Needing[], names: readonly string[]): ReadonlySet<string> {
  const needed = workspaces.filter(({ document }) => names.includes(document.name));
  const neededNames = needed.flatMap(({ document }) => Object.keys(document.dependencies));
  const more = neededNames.filter((name) =>
    workspaces.some(({ document }) => document.name === name),
  );
  return more.every((name) => names.includes(name))
    ? new Set(names)
    : withNeeded(workspaces, [...new Set([...names, ...more])]);
}

/**
 * The package.json of a published package. Inside the repository its exports lead to sources.
 * @param packed package → the version it was packed with
 */
function publishedPackage({ document, files }: Packed, packed: Readonly<Record<string, string>>) {
  const { sideEffects, bin } = document;
  const publishedFields = Object.fromEntries(
    Object.entries(document).filter(([key]) => !unpublished.has(key)),
  );
  const exported = Object.entries(v.parse(targets, document['exports']));
  return {
    ...publishedFields,
    version: document.version,
    ...(bin ? { bin: compiledTargets(v.parse(targets, bin)) } : {}),
    ...(Array.isArray(sideEffects)
      ? { sideEffects: v.parse(names, sideEffects).map(compiledName) }
      : {}),
    exports: Object.fromEntries(exported.map(([key, source]) => [key, publishedTarget(source)])),
    files: files.flatMap((each) => Object.values(publishedNames(each))),
    // npm skips devDependencies of installed packages, and this one is installed to develop with.
    dependencies: {
      ...document.dependencies,
      ...document.devDependencies,
      ...Object.fromEntries(
        Object.entries(packed).filter(([each]) => each in document.dependencies),
      ),
    },
  };
}

const targets = v.record(v.string(), v.string());
/** Fields of a workspace's package.json alone. `contracts`: major version → the contracts that it keeps (pack.test.ts). */
const unpublished = new Set(['private', 'scripts', 'workspaces', 'devDependencies', 'contracts']);
const compiledTargets = (sources: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(sources).map(([key, source]) => [key, compiledName(source)]));

/** Files that nobody needs who has the package: tests, and sources of scripts that are bundled beside them. */
const unpacked = ['**/*.test.ts', '**/*.test.tsx', '**/README.md', '**/sandbox/polyfills/**'];

/** Writes the configuration by which the compiler makes a script of each source of a package. Types were checked by `npm run types`. */
async function writeProject(root: string, { folder, files, document }: Packed, out: string) {
  const workspace = path.join(root, folder);
  const config = {
    extends: path.join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      incremental: false,
      noCheck: true,
      allowJs: !document['bin'],
      declaration: true,
      rootDir: workspace,
      outDir: out,
      types: ['node'],
      typeRoots: [path.join(root, 'node_modules/@types')],
    },
    include: files.map((file) => path.join(workspace, file)),
    exclude: [...unpacked, '**/*.browser.js'].map((pattern) => path.join(workspace, pattern)),
    references: [],
  };
  const file = `${out}.json`;
  await writeFile(file, JSON.stringify(config));
  return file;
}

/** Copies files that are not compiled: a script that pages get whole, one that Node starts alone, styles, fonts, SQL, … */
async function copyUncompiled(root: string, each: Packed, out: string): Promise<void> {
  const { folder, files, document } = each;
  const workspace = path.join(root, folder);
  const folders = files.filter((file) => path.extname(file) === '');
  const uncompiled = [
    ...folders.flatMap((each) => [`${each}/**/*.!(ts|tsx)`, `${each}/**/*.d.ts`]),
    ...files.filter((file) => /\.(?:md|sql)$/.test(file)),
  ];
  for (const file of await glob(uncompiled, { cwd: workspace, ignore: unpacked, dot: true })) {
    await cp(path.join(workspace, file), path.join(out, file));
  }
  const readme = path.join(workspace, 'README.md');
  if (existsSync(readme)) await cp(readme, path.join(out, 'README.md'));
  if (files.includes('templates')) await packCommon(root, out);
  if (document.name !== '@composed/release') return;
  // Editors, and bundlers of other teams, read the format of a manifest as a JSON schema.
  const schema = { title: 'release.json', ...toJsonSchema(releaseManifest) };
  await writeFile(path.join(out, 'src/format/release.schema.json'), JSON.stringify(schema));
}

/**
 * A relative import in what the compiler prints: `from './x'`, `import './x'`, `import('./x')`, with a comment or
 * without, and `import.meta.resolve('./x')` or `require.resolve('./x')`.
 */
const relativeImport =
  /(\bfrom |\bimport |\bimport\((?:\/\*[^*]*\*\/ )?|\b(?:import\.meta|require)\.resolve\()(["'])(\.[^"'\n]+)\2/g;

/** Gives relative imports the extension that Node asks for. */
async function completeImports(folder: string): Promise<void> {
  for (const file of await glob('**/*.{js,mjs,d.ts,d.mts}', { cwd: folder, absolute: true })) {
    const text = await readFile(file, 'utf8');
    // A style sheet has no types.
    const source = file.endsWith('.d.ts') ? text.replaceAll(/^import '.*\.css';\n/gm, '') : text;
    const complete = source.replaceAll(relativeImport, (whole, before, quote, name) =>
      existsSync(path.join(path.dirname(file), `${name}.js`))
        ? `${before}${quote}${name}.js${quote}`
        : whole,
    );
    if (complete !== text) await writeFile(file, complete);
  }
}

/** A package as other repositories install it. */
export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  /** Path of the tarball. */
  readonly file: string;
}

/**
 * Packs what other repositories install: compiled scripts, types, styles and fonts. The version follows the content,
 * such as 1.0.0-x0123456789ab: npm, bundlers and builds take the same version for the same content.
 * @param root of the repository
 * @param folder where the tarballs go; made when it is missing
 * @param forRegistry counts versions up with the content: a registry takes each version once, and ranges need an order
 * @param names of packages; workspaces that they depend on are packed with them; default: all
 */
export async function pack(
  root: string,
  folder: string,
  forRegistry = false,
  names?: readonly string[],
): Promise<readonly PackedPackage[]> {
  await mkdir(folder, { recursive: true });
  const work = await mkdtemp(path.join(root, 'node_modules/.pack-'));
  try {
    const packages: PackedPackage[] = [];
    const workspaces = packedWorkspaces(root);
    const count = await versionsOf(root);
    const tarballs = tarballsOf(root);
    const neededNames = names && withNeeded([...workspaces, ...tarballs], names);
    const isNeeded = ({ document }: Needing) => neededNames?.has(document.name) ?? true;
    for (const { document, tarball } of tarballs.filter(isNeeded)) {
      const file = path.join(folder, path.basename(tarball));
      if (path.resolve(file) !== tarball) await cp(tarball, file);
      packages.push({ name: document.name, version: document.version, file });
    }
    const packed = workspaces.filter(isNeeded).map((each) => {
      return { ...each, out: path.join(work, each.document.name.replace('/', '-')) };
    });
    if (packed.length === 0) return packages;
    const projects = packed.map((each) => writeProject(root, each, each.out));
    await run(typeScriptProgram(), ['-b', ...(await Promise.all(projects))]);
    for (const each of packed) {
      const { out } = each;
      await copyUncompiled(root, each, out);
      await completeImports(out);
      const versions = Object.fromEntries(packages.map(({ name, version }) => [name, version]));
      const document = publishedPackage(each, versions);
      const write = (version: string) =>
        writeFile(
          path.join(out, 'package.json'),
          `${JSON.stringify({ ...document, version }, null, 2)}\n`,
        );
      await write(document.version);
      const content = await contentDigest(out);
      const { name } = each.document;
      const version = forRegistry
        ? await count(name, document.version, content)
        : `${document.version}-${content}`;
      await write(version);
      const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
      packages.push({ name, version, file: path.join(folder, file) });
    }
    const [npm, before] = npmCommand();
    const args = ['--silent', '--pack-destination', path.resolve(folder)];
    await run(npm, [...before, 'pack', ...packed.map(({ out }) => out), ...args], { cwd: work });
    return packages;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** `pack` for people: a step on standard error. */
export const packWatched: typeof pack = async (...args) => {
  const progress = createProgress({ ...terminal, write: terminal.writeError });
  const { packed } = await progress('Pack the packages', async () => {
    const packed = await pack(...args);
    return { packed, detail: String(packed.length) };
  });
  return packed;
};
