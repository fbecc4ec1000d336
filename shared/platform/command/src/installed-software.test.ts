import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';

const subject = pathToFileURL(join(import.meta.dirname, 'installed-software.mjs')).href;
let folder: string;

function program(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, '#!/bin/sh\n');
  return path;
}

/** The output of `installTestSoftware` in a process of its own with this environment. */
function provide(env: Record<string, string>): string {
  const code = `
    import { installTestSoftware } from ${JSON.stringify(subject)};
    console.log(await installTestSoftware().then(() => process.env.CHROMIUM_PATH, (e) => e.message));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    encoding: 'utf8',
    env,
  });
  return stdout.trim();
}

beforeEach(() => (folder = temporaryFolder()));

test('a CHROMIUM_PATH that does not exist is refused with one sentence', () => {
  expect(provide({ PATH: folder, CHROMIUM_PATH: join(folder, 'gone') })).toMatch(
    /^CHROMIUM_PATH names .+gone, which is not there: .+\.$/,
  );
});

test('the browser comes from CHROMIUM_PATH or PATH', () => {
  const found = program('google-chrome');
  const named = program('my-browser');
  expect(provide({ PATH: `/nowhere:${folder}`, CHROMIUM_PATH: '' })).toBe(found);
  expect(provide({ PATH: folder, CHROMIUM_PATH: named })).toBe(named);
});

test('the headless shell is preferred to a full browser', () => {
  program('chromium');
  const shell = program('chromium-headless-shell');
  expect(provide({ PATH: folder })).toBe(shell);
});
