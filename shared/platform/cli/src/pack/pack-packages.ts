import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { resolvePackageFile, readPackage, workspaceFolders } from '@composed/apps/workspaces';
import { releaseManifest } from '@composed/contracts/release-manifest';
import { toJsonSchema } from '@valibot/to-json-schema';
import { glob } from 'tinyglobby';
import * as v from 'valibot';
import { typeScriptProgram } from '@composed/build/release/check-types';
import { terminal } from '@composed/command/terminal';
import { npmCommand } from '@composed/command/packages.mjs';
import { createProgress } from '@composed/command/progress';
import { packCommonFiles } from './inherited-files';
import { createPublishedPackage, stringList, type PackedWorkspace } from './published-package';
import { digestFolder, openPackedVersions } from './packed-versions';

const run = promisify(execFile);

/** Finds the workspaces that are packed, each after its dependencies. */
function findPackedWorkspaces(root: string): readonly PackedWorkspace[] {
  const workspaces = workspaceFolders(root).flatMap((folder) => {
    const document = readPackage(path.join(root, folder, 'package.json'));
    const { files } = document;
    return files === undefined ? [] : [{ folder, document, files: v.parse(stringList, files) }];
  });
  const sorted = new Set<PackedWorkspace>();
  const add = (workspace: PackedWorkspace) => {
    for (const candidate of workspaces)
      if (candidate.document.name in workspace.document.dependencies) add(candidate);
    sorted.add(workspace);
  };
  for (const workspace of workspaces) add(workspace);
  return [...sorted];
}

/** Finds the packages that a repository's package.json names as tarballs, as another site names those of the platform. */
function findTarballs(root: string) {
  const { dependencies, devDependencies } = readPackage(path.join(root, 'package.json'));
  return Object.entries({ ...dependencies, ...devDependencies }).flatMap(([name, from]) => {
    if (!/^file:.*\.tgz$/.test(from)) return [];
    const document = readPackage(resolvePackageFile(root, name));
    return [{ document, tarball: path.join(root, from.replace('file:', '')) }];
  });
}

async function copyTarball(
  { document, tarball }: ReturnType<typeof findTarballs>[number],
  folder: string,
): Promise<PackedPackage> {
  const file = path.join(folder, path.basename(tarball));
  if (path.resolve(file) !== tarball) await cp(tarball, file);
  return { name: document.name, version: document.version, file };
}

type WithDocument = Readonly<Record<'document', ReturnType<typeof readPackage>>>;

/** Adds to some names of packages those of all their dependencies among `packages`. */
function addDependencies(
  packages: readonly WithDocument[],
  names: readonly string[],
): ReadonlySet<string> {
  const dependencies = packages
    .filter(({ document }) => names.includes(document.name))
    .flatMap(({ document }) => Object.keys(document.dependencies))
    .filter((name) => packages.some(({ document }) => document.name === name));
  return dependencies.every((name) => names.includes(name))
    ? new Set(names)
    : addDependencies(packages, [...new Set([...names, ...dependencies])]);
}

/** Files that are not packed: tests, READMEs in folders, and sources of a script that is packed as a bundle. */
const unpacked = ['**/*.test.ts', '**/*.test.tsx', '**/README.md', '**/sandbox/polyfills/**'];

/** Writes the tsconfig.json that compiles a package without checking its types, which `npm run types` does. */
async function writeTsConfig(
  root: string,
  { folder, files, document }: PackedWorkspace,
  out: string,
) {
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

/** Copies the files that are not compiled, such as plain JavaScript, styles, fonts and SQL. */
async function copyUncompiled(root: string, packed: PackedWorkspace, out: string): Promise<void> {
  const { folder, files, document } = packed;
  const workspace = path.join(root, folder);
  const folders = files.filter((file) => path.extname(file) === '');
  const uncompiled = [
    ...folders.flatMap((name) => [`${name}/**/*.!(ts|tsx)`, `${name}/**/*.d.ts`]),
    ...files.filter((file) => /\.(?:md|sql)$/.test(file)),
  ];
  for (const file of await glob(uncompiled, { cwd: workspace, ignore: unpacked, dot: true })) {
    await cp(path.join(workspace, file), path.join(out, file));
  }
  const readme = path.join(workspace, 'README.md');
  if (existsSync(readme)) await cp(readme, path.join(out, 'README.md'));
  if (files.includes('templates')) await packCommonFiles(root, out);
  if (document.name !== '@composed/release') return;
  // A JSON schema of release.json, for editors and for bundlers outside the platform.
  const schema = { title: 'release.json', ...toJsonSchema(releaseManifest) };
  await writeFile(path.join(out, 'src/format/release.schema.json'), JSON.stringify(schema));
}

/**
 * Matches relative imports in the compiler's output: `from './x'`, `import './x'`, `import('./x')`, with or without a
 * comment, `import.meta.resolve('./x')` and `require.resolve('./x')`.
 */
const relativeImport =
  /(\bfrom |\bimport |\bimport\((?:\/\*[^*]*\*\/ )?|\b(?:import\.meta|require)\.resolve\()(["'])(\.[^"'\n]+)\2/g;

/** Adds the file extension to relative imports, which Node requires. */
async function completeImports(folder: string): Promise<void> {
  for (const file of await glob('**/*.{js,mjs,d.ts,d.mts}', { cwd: folder, absolute: true })) {
    const text = await readFile(file, 'utf8');
    // TypeScript would not find types for an imported style sheet.
    const source = file.endsWith('.d.ts') ? text.replaceAll(/^import '.*\.css';\n/gm, '') : text;
    const completeText = source.replaceAll(relativeImport, (match, keyword, quote, name) =>
      existsSync(path.join(path.dirname(file), `${name}.js`))
        ? `${keyword}${quote}${name}.js${quote}`
        : match,
    );
    if (completeText !== text) await writeFile(file, completeText);
  }
}

export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  /** The path of the tarball. */
  readonly file: string;
}

/** A workspace to pack, with the folder of its compiled files. */
type Target = PackedWorkspace & Readonly<Record<'out', string>>;

/**
 * Adds uncompiled files, complete imports and a package.json to a compiled package.
 * @param dependencies the packages that were packed before
 * @param nextVersion returns the version for a registry; null for a version with a hash of the content
 */
async function finishPackage(
  root: string,
  target: Target,
  dependencies: readonly PackedPackage[],
  nextVersion: Awaited<ReturnType<typeof openPackedVersions>> | null,
) {
  const { out } = target;
  await copyUncompiled(root, target, out);
  await completeImports(out);
  const versions = Object.fromEntries(dependencies.map(({ name, version }) => [name, version]));
  const document = createPublishedPackage(target, versions);
  const write = (version: string) =>
    writeFile(
      path.join(out, 'package.json'),
      `${JSON.stringify({ ...document, version }, null, 2)}\n`,
    );
  // The hash includes package.json with the version of the workspace.
  await write(document.version);
  const content = await digestFolder(out);
  const { name } = target.document;
  const version = nextVersion
    ? await nextVersion(name, document.version, content)
    : `${document.version}-${content}`;
  await write(version);
  const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  return { name, version, file };
}

/**
 * Packs the packages that other repositories install: compiled scripts, types, styles and fonts. A version contains a
 * hash of the content, such as 1.0.0-x0123456789ab, since npm, bundlers and builds take equal versions for equal
 * content.
 * @param root of the repository
 * @param folder for the tarballs, created if missing
 * @param forRegistry gives changed packages the next patch version instead: a registry accepts each version once, and
 *   version ranges need an order
 * @param names of packages to pack, together with the workspaces that they depend on. By default all.
 */
export async function packPackages(
  root: string,
  folder: string,
  forRegistry = false,
  names?: readonly string[],
): Promise<readonly PackedPackage[]> {
  await mkdir(folder, { recursive: true });
  const work = await mkdtemp(path.join(root, 'node_modules/.pack-'));
  try {
    const packages: PackedPackage[] = [];
    const workspaces = findPackedWorkspaces(root);
    const nextVersion = forRegistry ? await openPackedVersions(root) : null;
    const tarballs = findTarballs(root);
    const selectedNames = names && addDependencies([...workspaces, ...tarballs], names);
    const isSelected = ({ document }: WithDocument) => selectedNames?.has(document.name) ?? true;
    for (const tarball of tarballs.filter(isSelected))
      packages.push(await copyTarball(tarball, folder));
    const targets = workspaces.filter(isSelected).map((workspace) => {
      return { ...workspace, out: path.join(work, workspace.document.name.replace('/', '-')) };
    });
    if (targets.length === 0) return packages;
    const projects = targets.map((target) => writeTsConfig(root, target, target.out));
    await run(typeScriptProgram(), ['-b', ...(await Promise.all(projects))]);
    for (const target of targets) {
      const { file, ...finished } = await finishPackage(root, target, packages, nextVersion);
      packages.push({ ...finished, file: path.join(folder, file) });
    }
    const [npm, script] = npmCommand();
    const folders = targets.map(({ out }) => out);
    const options = ['--silent', '--pack-destination', path.resolve(folder)];
    await run(npm, [...script, 'pack', ...folders, ...options], { cwd: work });
    return packages;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Runs `packPackages`, and shows its progress on standard error. */
export const packWithProgress: typeof packPackages = async (...parameters) => {
  const progress = createProgress({ ...terminal, write: terminal.writeError });
  const result = await progress('Pack the packages', async () => {
    const packages = await packPackages(...parameters);
    return { packages, detail: String(packages.length) };
  });
  return result.packages;
};
