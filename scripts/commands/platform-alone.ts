import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { runProgram } from '@composed/command/run-program';
import { getRepositoryRoot } from '@composed/apps/this-repository';

/*
 * Proves that the platform works without this site: copies it into an empty folder with its own package.json and
 * lockfile, installs it there, and runs its unit tests. It is the last step of `npm run soak`.
 */

const platform = 'shared/platform';
const json = v.record(v.string(), v.unknown());
const lockfile = v.looseObject({ packages: v.record(v.string(), json) });
const readRoot = (name: string): unknown =>
  JSON.parse(readFileSync(path.join(getRepositoryRoot(), name), 'utf8'));

/** Creates the package.json of the copy, with the tools and settings of this repository. */
function packageOfCopy() {
  const { name, workspaces, scripts, ...settings } = v.parse(json, readRoot('package.json'));
  return { name: 'platform', ...settings, workspaces: [`${platform}/*`] };
}

/**
 * Creates the lockfile of the copy, with the versions of this repository, so that npm finds the packages in its cache.
 */
function lockOfCopy(root: object) {
  const { packages, ...settings } = v.parse(lockfile, readRoot('package-lock.json'));
  const entries = Object.entries(packages);
  const platformEntries = entries.filter(([location, { link, resolved }]) =>
    link
      ? String(resolved).startsWith(`${platform}/`)
      : location.startsWith('node_modules/') || location.startsWith(`${platform}/`),
  );
  // Here npm installs some packages in shared/node_modules, which the copy does not have. There, each platform package
  // gets its own.
  const platformPackages = entries
    .map(([location]) => location)
    .filter((location) => /^shared\/platform\/\w+$/.test(location));
  const sharedEntries = entries
    .filter(([location]) => location.startsWith('shared/node_modules/'))
    .flatMap(([location, entry]) =>
      platformPackages.map((folder) => [location.replace('shared', folder), entry] as const),
    );
  const copiedEntries = [['', root] as const, ...platformEntries, ...sharedEntries];
  return { ...settings, packages: Object.fromEntries<object>(copiedEntries) };
}

function copyPlatform(folder: string): void {
  cpSync(path.join(getRepositoryRoot(), platform), path.join(folder, platform), {
    recursive: true,
    filter: (file) => path.basename(file) !== 'node_modules',
  });
  for (const file of ['.npmrc', 'jest.config.mjs'])
    cpSync(path.join(getRepositoryRoot(), file), path.join(folder, file));
  const root = packageOfCopy();
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(root));
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lockOfCopy(root)));
  // esbuild looks for a tsconfig.json in the folder above each source.
  const options = { extends: `./${platform}/build/tsconfig.json` };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(options));
}

runProgram(
  'npm run platform-alone',
  'copies the platform into an empty folder, installs it there and runs its unit tests',
  (program) =>
    program.action(() => {
      const folder = mkdtempSync(path.join(tmpdir(), 'platform-'));
      // Without SOAK, since the earlier steps of the soak have run the long variants of these tests.
      const options = { cwd: folder, stdio: 'inherit', env: { ...process.env, SOAK: '' } } as const;
      try {
        copyPlatform(folder);
        execFileSync('npm', ['install', '--prefer-offline'], options);
        execFileSync(process.execPath, ['node_modules/jest/bin/jest.js'], options);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }),
);
