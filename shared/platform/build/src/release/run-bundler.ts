import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import type { App } from '@composed/apps';
import { installedPackageFile, readPackage, withParents } from '@composed/apps/workspaces';
import satisfies from 'semver/functions/satisfies.js';
import validRange from 'semver/ranges/valid.js';
import * as v from 'valibot';
import { jsonText } from '@composed/contracts/schemas';

const require = createRequire(import.meta.url);
const tsx = import.meta.resolve('tsx');

/**
 * A module that is preloaded into the bundler's process and ends it when its parent process dies. Worker threads load
 * it too, but have no `process.channel`.
 */
const endWithParent = `data:text/javascript,${encodeURIComponent(
  "process.once('disconnect', () => process.exit()); process.channel?.unref();",
)}`;

/** Returns the program and the arguments for the bundler whose configuration is in an app's folder. */
function bundlerOf(folder: string, command: string | undefined): readonly string[] {
  if (existsSync(path.join(folder, 'vite.config.ts')))
    return [path.join(import.meta.dirname, 'run-vite.mjs')];
  const config = 'rspack.config.ts';
  if (!existsSync(path.join(folder, config))) {
    if (command !== 'serve') return [path.join(import.meta.dirname, 'run-webpack.mjs')];
    const webpackCli = path.dirname(require.resolve('webpack-cli/package.json'));
    return [path.join(webpackCli, 'bin/cli.js'), '--config', 'webpack.config.ts'];
  }
  const requireFromApp = createRequire(path.join(folder, config));
  const rspackCli = path.dirname(requireFromApp.resolve('@rspack/cli/package.json'));
  return [path.join(rspackCli, 'bin/rspack.js'), '--config', config, '--config-loader', 'native'];
}

type BuiltApp = Pick<App, 'name' | 'folder'>;

/** @throws Error when the app's folder is missing from this checkout, which may be sparse */
export function checkFolder(root: string, { name, folder }: BuiltApp): void {
  if (existsSync(path.join(root, folder))) return;
  throw new Error(`${name} cannot be built: this checkout has no folder ${folder}; check it out.`);
}

/**
 * Checks that an app's dependencies are installed. A bundler would silently use a package from a parent folder, such as
 * the host's React.
 * @throws Error naming a dependency that is missing, or that does not match the range in package.json
 */
export function checkInstalled(root: string, { name, folder }: BuiltApp): void {
  const home = path.join(root, folder);
  const { dependencies } = readPackage(path.join(home, 'package.json'));
  for (const [dependency, range] of Object.entries(dependencies)) {
    const file = withParents(home)
      .map((from) => installedPackageFile(from, dependency))
      .find(existsSync);
    const version = file === undefined ? undefined : readPackage(file).version;
    // Aliases, folders and URLs are not ranges, so any version satisfies them.
    const isInRange =
      validRange(range) === null || satisfies(version ?? '', range, { includePrerelease: true });
    if (version !== undefined && isInRange) continue;
    const problem =
      version === undefined ? 'which is not installed' : `and ${version} is installed`;
    throw new Error(
      `${name} declares ${dependency} ${range} in ${path.posix.join(folder, 'package.json')}, ${problem}: run "npm install".`,
    );
  }
}

/**
 * Starts the bundler in an app's folder.
 * @throws Error when the path contains #, ? or !, which webpack and Rspack parse as a fragment, a query or a loader
 */
export function spawnBundler(
  root: string,
  app: BuiltApp,
  commandLine: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const cwd = path.join(root, app.folder);
  const [character] = /[#!?]/.exec(cwd) ?? [];
  if (character !== undefined)
    throw new Error(
      `The path ${cwd} holds "${character}", and no bundler builds in such a folder: move the repository to one without #, ! and ?, and run the command again.`,
    );
  const [program = '', ...config] = bundlerOf(cwd, commandLine[0]);
  const node = ['--import', endWithParent, '--import', tsx];
  return spawn(process.execPath, [...node, program, ...commandLine, ...config], {
    cwd,
    env: { ...process.env, ...env },
    // Over the IPC channel a dev server gets type errors, and a build says that it has finished.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

/**
 * Builds one app with its bundler.
 * @param commandLine arguments for the bundler
 * @param signal kills the bundler, which counts as a failure
 * @throws Error with the bundler's output when the build fails
 */
export async function runBundler(
  root: string,
  app: BuiltApp,
  commandLine: readonly string[],
  signal?: AbortSignal,
) {
  const child = spawnBundler(root, app, commandLine);
  signal?.addEventListener('abort', () => child.kill('SIGKILL'));
  const outputs = Promise.all(
    [child.stdout, child.stderr].map(async (output) => (output ? text(output) : '')),
  );
  // After this message webpack still writes its cache. Other bundlers send no message and simply exit.
  const built = new Promise<void>((resolve) => {
    child.on('message', (message) => {
      if (message === 'built') resolve();
    });
  });
  await Promise.race([built, once(child, 'close')]);
  if ((child.exitCode ?? child.signalCode ?? 0) === 0) return;
  throw new Error(`The build of ${app.name} failed.\n${(await outputs).join('').trim()}`);
}

const rule = (test: string, use: string) =>
  `createAppConfig(import.meta.dirname, (_target, styles) => ({ rules: [{ test: ${test}, use: ${use} }] }))`;
const svg = String.raw`/\.svg$/, resourceQuery: /^\?react$/`;

/** File types that need a loader: pattern, packages to install, and the line for the bundler's configuration. */
const loaders = [
  [/\.s[ac]ss$/, 'sass sass-loader', rule(String.raw`/\.s[ac]ss$/`, "[...styles, 'sass-loader']")],
  [/\.less$/, 'less less-loader', rule(String.raw`/\.less$/`, "[...styles, 'less-loader']")],
  [/\.mdx?$/, '@mdx-js/loader', rule(String.raw`/\.mdx?$/`, "'@mdx-js/loader'")],
  [/\.svg\?react$/, '@svgr/webpack', rule(svg, "'@svgr/webpack'")],
] as const;

/** Explains an error in a package's `browser` map. Returns undefined for any other error. */
function explainMapError(moduleName: string, message: string): string | undefined {
  const map = 'the "browser" map of its package.json';
  const [, recursive] = /Recursion in resolving[^]*?resolve: \(.*?\) (\S+)/.exec(message) ?? [];
  const [, missing = ''] = /Can't resolve '(\.[^']*)'/.exec(message) ?? [];
  const circle = recursive ?? (message.includes('cyclic aliases') ? missing : undefined);
  if (circle) return `${circle} leads in a circle, by ${map} (or an alias of the app’s)`;
  if (!moduleName.includes('node_modules/') || missing === '') return undefined;
  return `${missing} is not there, or ${map} leads from it to a file that is not there`;
}

/** The file for which the bundler had no loader, or '' after other errors. */
function fileWithoutLoader(moduleName: string, message: string): string {
  if (message.includes('Module parse failed')) return moduleName;
  const [, svgFile] = /'(\.[^']*\.svg)'/.exec(message) ?? [];
  return svgFile === undefined ? '' : `${svgFile}?react`;
}

/** Adds advice to an error about a `browser` map or a missing loader, and returns other errors unchanged. */
function explainError(moduleName: string, message: string): string {
  const mapError = explainMapError(moduleName, message);
  if (mapError !== undefined) return mapError;
  const file = fileWithoutLoader(moduleName, message);
  const [, packages, line] = loaders.find(([pattern]) => pattern.test(file)) ?? [];
  if (!packages) return message;
  return `${file} needs a loader: npm install --save-dev ${packages}, and in the bundler's configuration (webpack.config.ts): export default ${line}`;
}

const optionalText = v.optional(v.string(), '');
const failure = v.object({ moduleName: optionalText, loc: optionalText, message: v.string() });
const failures = v.object({ children: v.array(v.object({ errors: v.array(failure) })) });

/**
 * Formats the errors in a build's statistics, each once, with file and position.
 * @returns '' when the statistics are unreadable or contain no errors
 */
export function formatBuildErrors(stats: string, app: BuiltApp): string {
  const parsed = v.safeParse(jsonText(failures), stats);
  if (!parsed.success) return '';
  const errors = parsed.output.children.flatMap((child) => child.errors);
  const sentences = errors.map(({ moduleName, loc, message }) => {
    // Rspack colours its errors when the environment enables colours.
    const plainMessage = stripVTControlCharacters(message).trim().replace(/^× /, '');
    const file = path.posix.join(app.folder, moduleName);
    return `${file}:${loc}: ${explainError(moduleName, plainMessage)}`;
  });
  return [...new Set(sentences)].join('\n');
}
