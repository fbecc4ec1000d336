import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import type { App } from '@composed/apps';
import { installedFile, readPackage, withParents } from '@composed/apps/workspaces';
import satisfies from 'semver/functions/satisfies.js';
import validRange from 'semver/ranges/valid.js';
import * as v from 'valibot';
import { jsonText } from '@composed/contracts/schemas';

const require = createRequire(import.meta.url);
const tsx = import.meta.resolve('tsx');

/** Preloaded into a bundler, to end it with its starter. Its threads run it too, without a channel. */
const endWithParent = `data:text/javascript,${encodeURIComponent(
  "process.once('disconnect', () => process.exit()); process.channel?.unref();",
)}`;

/** The bundler of an app, by the configuration in its folder, to build or to serve it. */
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

/** A folder with a configuration, relative to the root, and its name in messages. */
type Built = Pick<App, 'name' | 'folder'>;

/** @throws Error when this checkout does not have the app's folder */
export function checkFolder(root: string, { name, folder }: Built): void {
  if (existsSync(path.join(root, folder))) return;
  throw new Error(`${name} cannot be built: this checkout has no folder ${folder}; check it out.`);
}

/**
 * Bundlers would take a package further up, such as the host's React, for the app's own.
 * @throws Error naming a dependency of the app that is not installed in the version it declares
 */
export function checkInstalled(root: string, { name, folder }: Built): void {
  const home = path.join(root, folder);
  const { dependencies } = readPackage(path.join(home, 'package.json'));
  for (const [dependency, range] of Object.entries(dependencies)) {
    const file = withParents(home)
      .map((from) => installedFile(from, dependency))
      .find(existsSync);
    const version = file === undefined ? undefined : readPackage(file).version;
    // Aliases, folders and addresses name no version.
    const isMeant =
      validRange(range) === null || satisfies(version ?? '', range, { includePrerelease: true });
    if (version !== undefined && isMeant) continue;
    const installation = version === undefined ? 'not installed' : `${version} is installed`;
    throw new Error(
      `${name} declares ${dependency} ${range} in ${path.posix.join(folder, 'package.json')}, ${version === undefined ? 'which is ' : 'and '}${installation}: run "npm install".`,
    );
  }
}

/**
 * A process of the bundler's command line in an app's folder.
 * @throws Error where webpack and Rspack take a part of the path for something else: a fragment, a query, a loader
 */
export function spawnBundler(
  root: string,
  app: Built,
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
    // The last one is the channel for type errors, to a dev server.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

/**
 * Builds one app with its bundler.
 * @param commandLine further words of the bundler's command line
 * @param signal ends the bundler, which is a failure
 * @throws Error with the bundler's own words when the build fails
 */
export async function runBundler(
  root: string,
  app: Built,
  commandLine: readonly string[],
  signal?: AbortSignal,
) {
  const child = spawnBundler(root, app, commandLine);
  signal?.addEventListener('abort', () => child.kill('SIGKILL'));
  const outputs = Promise.all(
    [child.stdout, child.stderr].map(async (output) => (output ? text(output) : '')),
  );
  // The process goes on, since webpack writes its cache then. Rspack sends no message before it ends.
  const built = new Promise<void>((resolve) => {
    child.on('message', (message) => message === 'built' && resolve());
  });
  await Promise.race([built, once(child, 'close')]);
  if ((child.exitCode ?? child.signalCode ?? 0) === 0) return;
  throw new Error(`The build of ${app.name} failed.\n${(await outputs).join('').trim()}`);
}

const rule = (test: string, use: string) =>
  `createAppConfig(import.meta.dirname, (_target, styles) => ({ rules: [{ test: ${test}, use: ${use} }] }))`;
const svg = String.raw`/\.svg$/, resourceQuery: /^\?react$/`;

/** Sources that need a loader of the app's own: what to install, and the line for its configuration. */
const loaders = [
  [/\.s[ac]ss$/, 'sass sass-loader', rule(String.raw`/\.s[ac]ss$/`, "[...styles, 'sass-loader']")],
  [/\.less$/, 'less less-loader', rule(String.raw`/\.less$/`, "[...styles, 'less-loader']")],
  [/\.mdx?$/, '@mdx-js/loader', rule(String.raw`/\.mdx?$/`, "'@mdx-js/loader'")],
  [/\.svg\?react$/, '@svgr/webpack', rule(svg, "'@svgr/webpack'")],
] as const;

/** Advice for an error in a package's `browser` map; undefined for any other error. */
function adviceOnMap(moduleName: string, message: string): string | undefined {
  const map = 'the "browser" map of its package.json';
  const [, recursive] = /Recursion in resolving[^]*?resolve: \(.*?\) (\S+)/.exec(message) ?? [];
  const [, missing = ''] = /Can't resolve '(\.[^']*)'/.exec(message) ?? [];
  const circle = recursive ?? (message.includes('cyclic aliases') ? missing : undefined);
  if (circle) return `${circle} leads in a circle, by ${map} (or an alias of the app’s)`;
  if (!moduleName.includes('node_modules/') || missing === '') return undefined;
  return `${missing} is not there, or ${map} leads from it to a file that is not there`;
}

/** Advice for a file without a loader, for a missing file, or for a missing export. */
function adviceOn(moduleName: string, message: string): string {
  const ofMap = adviceOnMap(moduleName, message);
  if (ofMap !== undefined) return ofMap;
  const svg = /'(\.[^']*\.svg)'/.exec(message)?.[1];
  const file = message.includes('Module parse failed') ? moduleName : svg ? `${svg}?react` : '';
  const [, packages, line] = loaders.find(([ending]) => ending.test(file)) ?? [];
  if (!packages) return message;
  return `${file} needs a loader: npm install --save-dev ${packages}, and in the bundler's configuration (webpack.config.ts): export default ${line}`;
}

const optionalText = v.optional(v.string(), '');
const failure = v.object({ moduleName: optionalText, loc: optionalText, message: v.string() });
const failures = v.object({ children: v.array(v.object({ errors: v.array(failure) })) });

/**
 * The reasons why a build failed, by its statistics: file, position and the compiler's words, without repeats.
 * @returns '' where they do not say
 */
export function buildErrors(stats: string, app: Built): string {
  const parsed = v.safeParse(jsonText(failures), stats);
  if (!parsed.success) return '';
  const errors = parsed.output.children.flatMap((child) => child.errors);
  const sentences = errors.map(({ moduleName, loc, message }) => {
    // Rspack colours its errors where the environment asks for colours.
    const plain = stripVTControlCharacters(message).trim().replace(/^× /, '');
    return `${path.posix.join(app.folder, moduleName)}:${loc}: ${adviceOn(moduleName, plain)}`;
  });
  return [...new Set(sentences)].join('\n');
}
