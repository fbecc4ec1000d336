import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folders that the process may read: its own scripts, and the packages of the engine. A package may be a link:
 * it is found there, and read where that leads.
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
    // Both import it, and pnpm may have put it elsewhere for each.
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

/** Starts ./process.mjs, which may read nothing but the engine. */
export function startProcess() {
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
  // Every machine has the same time zone here. The threads of guests get no environment at all.
  return spawn(process.execPath, [...options, path.join(scripts, 'runner/process.mjs')], {
    env: { TZ: 'UTC' },
    cwd: '/',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
