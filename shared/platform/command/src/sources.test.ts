import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import * as v from 'valibot';

const coverage = v.object({ result: v.array(v.object({ url: v.string() })) });

test.each([
  ['release', 'status'],
  ['release', 'history'],
  ['release', '--help'],
])('%s %s loads no compiler, bundler or browser, and few modules', (...words) => {
  const folder = temporaryFolder();
  const env = { ...process.env, SITE_DIR: temporaryFolder() };
  const cwd = join(import.meta.dirname, '../../../..');
  // The first run compiles changed sources.
  for (const measured of [{}, { NODE_V8_COVERAGE: folder }]) {
    const options = { cwd, env: { ...env, ...measured }, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(
      process.execPath,
      ['shared/platform/cli/src/composed.mjs', ...words],
      options,
    );
    expect([status, stderr]).toEqual([0, '']);
  }
  const [file, ...otherFiles] = readdirSync(folder);
  expect(otherFiles).toEqual([]);
  const { result } = v.parse(coverage, JSON.parse(readFileSync(join(folder, file ?? ''), 'utf8')));
  const modules = result.map(({ url }) => url).filter((url) => url.startsWith('file:'));
  expect(modules.join('\n')).not.toMatch(/\/(?:typescript|tsx|esbuild|webpack|playwright-core)\//);
  expect(modules.length).toBeGreaterThan(20);
  expect(modules.length).toBeLessThanOrEqual(125);
});
