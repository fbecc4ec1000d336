import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns the folders that the process may read: its own scripts, and the packages of the engine. A symbolic link to a
 * package needs two of them, one where Node finds the link and one where it leads.
 * @param script this file
 */
export function readableFolders(script: string): string[] {
  const require = createRequire(script);
  const core = 'quickjs-emscripten-core';
  const variant = '@jitl/quickjs-wasmfile-release-sync';
  const packages = [
    [require, core],
    [require, variant],
    [require, 'valibot'],
    // Both packages import it, and pnpm may install it in a different folder for each.
    [createRequire(require.resolve(core)), '@jitl/quickjs-ffi-types'],
    [createRequire(require.resolve(variant)), '@jitl/quickjs-ffi-types'],
  ] as const;
  const scripts = realpathSync(path.join(script, '../..'));
  const folders = packages.flatMap(([from, name]) => [
    realpathSync(path.join(from.resolve(name), '../..')),
    ...(from.resolve.paths(name) ?? []).map((folder) => path.join(folder, name)).filter(existsSync),
  ]);
  return [...new Set([scripts, ...folders])];
}

/** Starts engine-process.mjs, which may read only its own scripts and the engine. */
export function startEngineProcess() {
  const isKnownFlag = (flag: string) => process.allowedNodeEnvironmentFlags.has(flag);
  const folders = readableFolders(fileURLToPath(import.meta.url));
  const options = [
    isKnownFlag('--permission') ? '--permission' : '--experimental-permission',
    '--allow-worker',
    ...folders.map((folder) => `--allow-fs-read=${folder}${path.sep}*`),
    ...(isKnownFlag('--disable-sigusr1') ? ['--disable-sigusr1'] : []),
    '--no-warnings',
  ];
  const [scripts = ''] = folders;
  // The time zone is the same on every machine. The threads of guests get an empty environment.
  return spawn(process.execPath, [...options, path.join(scripts, 'runner/engine-process.mjs')], {
    env: { TZ: 'UTC' },
    cwd: '/',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
