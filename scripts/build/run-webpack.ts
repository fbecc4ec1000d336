import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const webpackCli = path.join(
  path.dirname(require.resolve('webpack-cli/package.json')),
  'bin/cli.js',
);
const tsx = import.meta.resolve('tsx');

/** A folder with a webpack configuration, relative to the root, and its name in messages. */
interface Built {
  readonly name: string;
  readonly folder: string;
}

/** A process of webpack's own command line in an app's folder. */
export function spawnWebpack(
  root: string,
  app: Built,
  commandLine: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  return spawn(
    process.execPath,
    ['--import', tsx, webpackCli, ...commandLine, '--config', 'webpack.config.ts'],
    {
      cwd: path.join(root, app.folder),
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
}

/**
 * Builds one app with webpack.
 * @param commandLine further words of webpack's command line
 * @throws Error with webpack's own words when the build fails
 */
export function runWebpack(
  root: string,
  app: Built,
  commandLine: readonly string[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawnWebpack(root, app, commandLine);
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The build of ${app.name} failed.\n${output.trim()}`));
    });
  });
}
