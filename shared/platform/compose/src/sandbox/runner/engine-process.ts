import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folders that the process may read: its own scripts, and the packages of the engine. A package may be a link:
 * it is found there, and read where that leads.
 */
function readable(): string[] {
  const require = createRequire(import.meta.url);
  const variant = '@jitl/quickjs-wasmfile-release-sync';
  const ofVariant = createRequire(require.resolve(variant));
  const packages = [
    [require, 'quickjs-emscripten-core'],
    [require, variant],
    [require, 'valibot'],
    [ofVariant, '@jitl/quickjs-ffi-types'],
  ] as const;
  const scripts = realpathSync(fileURLToPath(new URL('..', import.meta.url)));
  const folders = packages.flatMap(([from, name]) => [
    realpathSync(path.join(from.resolve(name), '../..')),
    ...(from.resolve.paths(name) ?? []).map((folder) => path.join(folder, name)).filter(existsSync),
  ]);
  return [...new Set([scripts, ...folders])];
}

/** Starts ./process.mjs, which may read nothing but the engine. */
export function startProcess() {
  const known = (flag: string) => process.allowedNodeEnvironmentFlags.has(flag);
  const folders = readable();
  const options = [
    known('--permission') ? '--permission' : '--experimental-permission',
    '--allow-worker',
    ...folders.map((folder) => `--allow-fs-read=${folder}${path.sep}*`),
    ...(known('--disable-sigusr1') ? ['--disable-sigusr1'] : []),
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
