import path from 'node:path';
import { ImportType, initSync, parse } from 'es-module-lexer';
import type { App } from './apps';
import { siteDescription } from './this-repository';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { readPackage } from './workspaces';
import type { Bundle } from './federation-manifest';

/*
 * Reads a release of ES modules, whichever bundler made it. Browsers check the hash of each module that the page
 * inserts, so all imports must be known at publish: they are read from the bytes.
 */

type Files = ReadonlyMap<string, Buffer>;

/** Why an import cannot be pinned; null where it can. */
function problemOf(specifier: string | undefined, found: string | undefined): string | null {
  if (specifier === undefined)
    return 'imports a computed address, which no page can pin: name the module in a string';
  if (found !== undefined) return null;
  const quoted = `imports "${specifier}"`;
  if (specifier.startsWith('.')) return `${quoted}, which is no file of the release`;
  if (/^(?:\/|[a-z][a-z\d+.-]*:)/i.test(specifier))
    return `${quoted}, another address: modules import files of their release, by a relative path, and packages that the host shares`;
  return `${quoted}, which the host does not share: let the bundler put it into the release`;
}

/**
 * The imports of a module, lazy ones too: files of the release by name, packages of the host by request.
 * @throws Error with file, line and specifier of one that no page could pin
 */
function importsOf(app: string, file: string, files: Files): string[] {
  initSync();
  const text = String(files.get(file));
  const refuse = (index: number, problem: string) => {
    const line = text.slice(0, index).split('\n').length;
    return new Error(`${file}:${line} of ${app} ${problem}.`);
  };
  const parseImports = () => {
    try {
      return parse(text)[0];
    } catch {
      throw refuse(0, 'cannot be read as an ES module');
    }
  };
  // The parser lists `import.meta` as -2.
  const imports = parseImports().filter(({ d }) => d !== -2);
  const targets = imports.map(({ n, ss, a, t }) => {
    const own = n?.startsWith('.') ? path.posix.join(path.posix.dirname(file), n) : undefined;
    const shared = n !== undefined && Object.hasOwn(siteDescription.shares, n) ? n : undefined;
    const target = own !== undefined && files.has(own) ? own : shared;
    const isScript = a === -1 && (t === ImportType.Static || t === ImportType.Dynamic);
    const problem = isScript
      ? problemOf(n, target)
      : `imports "${n}" as something else than a script`;
    if (problem !== null) throw refuse(ss, problem);
    return target ?? '';
  });
  return [...new Set(targets)];
}

/** A module and everything that it imports, imports first; circular ones in the order of their imports. */
function leavesFirst(modules: NonNullable<ReleaseManifest['esModules']>, first: string): string[] {
  const order = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    modules[file]?.filter((each) => each in modules).forEach(visit);
    order.add(file);
  };
  visit(first);
  return [...order];
}

/**
 * Reads the imports of modules from their bytes.
 * @param entries federation expose key → the module's file
 * @returns `scripts` of each expose, with imports first and the module last
 * @throws Error naming an import that cannot be pinned
 */
export function readModules(app: string, files: Files, entries: Readonly<Record<string, string>>) {
  const modules: Record<string, string[]> = {};
  const readImports = (file: string) => {
    if (file in modules) return;
    const imports = importsOf(app, file, files);
    modules[file] = imports;
    imports.filter((each) => files.has(each)).forEach(readImports);
  };
  Object.values(entries).forEach(readImports);
  const scripts = Object.fromEntries(
    Object.entries(entries).map(([expose, file]) => [expose, leavesFirst(modules, file)] as const),
  );
  return { modules, scripts };
}

/**
 * The file of an exposed module: `./ReviewsSection` is `ReviewsSection-B1fXq2aK.js`, wherever in the folder.
 * @throws Error when none or several are called so
 */
function fileOf(app: string, expose: string, files: Files): string {
  const name = path.posix.basename(expose);
  const called = [...files.keys()].filter((file) => {
    const base = path.posix.basename(file);
    return base.startsWith(name) && /^[.-][\w-]{8,}\.m?js$/.test(base.slice(name.length));
  });
  const [file, ...otherFiles] = called;
  if (file !== undefined && otherFiles.length === 0) return file;
  const content = otherFiles.length > 0 ? `holds ${called.join(' and ')}` : 'holds none';
  throw new Error(
    `The module ${expose} of ${app} is the file ${name}-<hash>.js of browser/, which ${content}. (Module federation’s plugin would have left mf-manifest.json.)`,
  );
}

/**
 * The facts of a build of ES modules.
 * @param packageFile the app's package.json
 * @throws Error with one sentence when it cannot be a release
 */
export function readModuleBundle(
  app: App,
  { browser, server }: { readonly browser: Files; readonly server: Buffer },
  packageFile: string,
): Bundle {
  const entries = Object.fromEntries(
    Object.keys(app.exposes).map((expose) => [expose, fileOf(app.name, expose, browser)] as const),
  );
  const { modules, scripts } = readModules(app.name, browser, entries);
  const styles = [...browser.keys()].filter((name) => name.endsWith('.css')).sort();
  const { peerDependencies } = readPackage(packageFile);
  const imported = new Set(Object.values(modules).flat());
  const shared = Object.entries(siteDescription.shares)
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
