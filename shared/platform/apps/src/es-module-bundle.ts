import path from 'node:path';
import { ImportType, initSync, parse } from 'es-module-lexer';
import type { App } from './apps';
import { getSiteDescription } from './this-repository';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { readPackage } from './workspaces';
import type { BundlerOutput } from './federation-manifest';

/*
 * Reads a release of ES modules, whichever bundler built it. A page pins the hash of each module, so a publish must
 * know every import. This file reads the imports from the built code.
 */

type Files = ReadonlyMap<string, Buffer>;

/** Returns the reason why a page cannot pin an import, or null. */
function problemOf(specifier: string | undefined, target: string | undefined): string | null {
  if (specifier === undefined)
    return 'imports a computed address, which no page can pin: name the module in a string';
  if (target !== undefined) return null;
  const quoted = `imports "${specifier}"`;
  if (specifier.startsWith('.')) return `${quoted}, which is no file of the release`;
  if (/^(?:\/|[a-z][a-z\d+.-]*:)/i.test(specifier))
    return `${quoted}, another address: modules import files of their release, by a relative path, and packages that the host shares`;
  return `${quoted}, which the host does not share: let the bundler put it into the release`;
}

/**
 * Reads the imports of a module, static and dynamic.
 * @returns names of files of the release, and requests of packages that the host shares
 * @throws Error with the file, line and specifier of an import that a page cannot pin
 */
function importsOf(app: string, file: string, files: Files): string[] {
  initSync();
  const text = String(files.get(file));
  const errorAt = (index: number, problem: string) => {
    const line = text.slice(0, index).split('\n').length;
    return new Error(`${file}:${line} of ${app} ${problem}.`);
  };
  const parseImports = () => {
    try {
      return parse(text)[0];
    } catch {
      throw errorAt(0, 'cannot be read as an ES module');
    }
  };
  const targetOf = (specifier: string | undefined) => {
    if (specifier === undefined) return undefined;
    const ownFile = path.posix.join(path.posix.dirname(file), specifier);
    if (specifier.startsWith('.') && files.has(ownFile)) return ownFile;
    return Object.hasOwn(getSiteDescription().shares, specifier) ? specifier : undefined;
  };
  // es-module-lexer lists `import.meta` too, with -2 for `d`. Without import attributes `a` is -1.
  const imports = parseImports().filter(({ d }) => d !== -2);
  const targets = imports.map(({ n: specifier, ss: start, a: attributes, t: type }) => {
    const target = targetOf(specifier);
    const isScript = attributes === -1 && [ImportType.Static, ImportType.Dynamic].includes(type);
    const problem = isScript
      ? problemOf(specifier, target)
      : `imports "${specifier}" as something else than a script`;
    if (problem !== null) throw errorAt(start, problem);
    return target ?? '';
  });
  return [...new Set(targets)];
}

/** Lists a module after everything that it imports, as ES modules are evaluated. */
function dependenciesFirst(modules: NonNullable<ReleaseManifest['esModules']>, root: string) {
  const order = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    modules[file]?.filter((each) => each in modules).forEach(visit);
    order.add(file);
  };
  visit(root);
  return [...order];
}

/**
 * Reads the imports of all modules from their code.
 * @param entries federation expose key → the module's file
 * @returns `modules`: file → its imports; `scripts`: expose key → the files to load, the module itself last
 * @throws Error naming an import that a page cannot pin
 */
export function readImportGraph(
  app: string,
  files: Files,
  entries: Readonly<Record<string, string>>,
) {
  const modules: Record<string, string[]> = {};
  const readImports = (file: string) => {
    if (file in modules) return;
    const imports = importsOf(app, file, files);
    modules[file] = imports;
    imports.filter((each) => files.has(each)).forEach(readImports);
  };
  Object.values(entries).forEach(readImports);
  const scripts = Object.fromEntries(
    Object.entries(entries).map(
      ([expose, file]) => [expose, dependenciesFirst(modules, file)] as const,
    ),
  );
  return { modules, scripts };
}

/**
 * Finds the file of an exposed module by its name, in any folder: `ReviewsSection-B1fXq2aK.js` for `./ReviewsSection`.
 * @throws Error unless exactly one file has that name
 */
function fileOf(app: string, expose: string, files: Files): string {
  const name = path.posix.basename(expose);
  const hashAndExtension = /^[.-][\w-]{8,}\.m?js$/;
  const matches = [...files.keys()].filter((file) => {
    const base = path.posix.basename(file);
    return base.startsWith(name) && hashAndExtension.test(base.slice(name.length));
  });
  const [file, ...otherFiles] = matches;
  if (file !== undefined && otherFiles.length === 0) return file;
  const content = otherFiles.length > 0 ? `holds ${matches.join(' and ')}` : 'holds none';
  throw new Error(
    `The module ${expose} of ${app} is the file ${name}-<hash>.js of browser/, which ${content}. (Module federation’s plugin would have left mf-manifest.json.)`,
  );
}

/**
 * Reads what a manifest says about the browser files from the ES modules of a build.
 * @param packageFile the app's package.json
 * @throws Error with one sentence when the build cannot be a release
 */
export function readEsModuleBundle(
  app: App,
  { browser, server }: { readonly browser: Files; readonly server: Buffer },
  packageFile: string,
): BundlerOutput {
  const entries = Object.fromEntries(
    Object.keys(app.exposes).map((expose) => [expose, fileOf(app.name, expose, browser)] as const),
  );
  const { modules, scripts } = readImportGraph(app.name, browser, entries);
  const styles = [...browser.keys()].filter((name) => name.endsWith('.css')).sort();
  const { peerDependencies } = readPackage(packageFile);
  const imported = new Set(Object.values(modules).flat());
  const shared = Object.entries(getSiteDescription().shares)
    .filter(([request]) => imported.has(request) || server.includes(`require("${request}")`))
    .map(([request, name]) => [request, peerDependencies[name] ?? '*'] as const);
  return {
    entry: Object.values(entries)[0] ?? '',
    global: null,
    esModules: modules,
    exposes: Object.fromEntries(
      Object.entries(scripts).map(([expose, own]) => [expose, { scripts: own, styles }] as const),
    ),
    shared: Object.fromEntries(shared),
  };
}
