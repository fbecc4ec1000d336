import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';

const root = path.join(import.meta.dirname, '../..');

const files = {
  'host/src/slot.ts': 'export const slot = 1;',
  'host/src/shell/Shell.ts': "import '../pages/Page';",
  'host/src/pages/Page.ts': 'export const page = 1;',
  'host/src/pages/Other.ts': "import '../shell/Other';",
  'host/src/shell/Other.ts': 'export const other = 1;',
  'remote-reviews/src/bad.ts': "import type { slot } from '../../host/src/slot';",
  'remote-reviews/src/path.ts': "import '../../shared/src/brand';",
  'shared/platform/apps/src/apps.ts': 'export const apps = 1;',
  'shared/src/brand.ts': "import '../platform/apps/src/apps';",
  'scripts/tests/helpers/a-site.ts': 'export const aSite = 1;',
  'shared/services/serve.ts': "import '../../scripts/tests/helpers/a-site';",
  'shared/platform/http/src/pages/upward.ts': "import '../../../release/src/plan';",
  'shared/platform/release/src/plan.ts': 'export const plan = 1;',
  'shared/platform/http/src/pages/unreadable-request.ts': "import '../calls/rate-limit';",
  'shared/platform/http/src/calls/rate-limit.ts': "import '../pages/unreadable-request';",
};

test('every forbidden import is reported with its file, even in a new remote', async () => {
  const cwd = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(cwd, name)), { recursive: true });
    await writeFile(path.join(cwd, name), content);
  }
  const rules = path.join(root, '.dependency-cruiser.mjs');
  await writeFile(
    path.join(cwd, '.dependency-cruiser.mjs'),
    `export { default } from ${JSON.stringify(pathToFileURL(rules).href)};`,
  );
  const command = path.join(root, 'shared/platform/cli/src/checks/check-boundaries.mjs');
  const { status, stdout } = spawnSync(process.execPath, [command], { cwd, encoding: 'utf8' });
  expect(status).toBe(1);
  for (const line of [
    'workspaces meet at run time: remote-reviews/src/bad.ts → host/src/slot.ts',
    'shared by its name: remote-reviews/src/path.ts → shared/src/brand.ts',
    'no tooling in browsers: shared/src/brand.ts',
    'no test code in what runs: shared/services/serve.ts',
    'shared/platform/http imports contracts command: shared/platform/http/src/pages/upward.ts',
    'shared/platform/http/src/pages imports nothing beside it: shared/platform/http/src/pages/unreadable-request.ts',
    'host/src/pages imports site: host/src/pages/Other.ts',
    'no circles between files: shared/platform/http/src/calls/rate-limit.ts',
    'no circles between folders: host/src/shell',
  ]) {
    expect(stdout).toContain(line);
  }
});
