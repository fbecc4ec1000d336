import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '@composed/tooling/testing/temporary-folder';
import * as v from 'valibot';

const run = promisify(execFile);

/** Writes files, given as name → content, into a new folder, and runs the command on them. */
async function boundaries(files: Readonly<Record<string, string>>) {
  const root = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), content);
  }
  const command = path.join(import.meta.dirname, 'boundaries.ts');
  const tsx = import.meta.resolve('tsx');
  return run(process.execPath, ['--import', tsx, command], { cwd: root }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: unknown) => v.parse(v.object({ code: v.number(), stdout: v.string() }), error),
  );
}

test('what may be imported passes, also in a remote that nobody has listed', async () => {
  const allowed = await boundaries({
    'remote-reviews/src/good.ts': "export { stars } from './stars';",
    'remote-reviews/src/stars.ts': 'export const stars = 5;',
    'shared/tooling/build/apps.ts': 'export const apps = 1;',
    'shared/src/brand.test.ts': "import '../tooling/build/apps';",
    'scripts/tests/helpers/a-site.ts': 'export const aSite = 1;',
    'scripts/platform/server/serve.test.ts': "import '../../tests/helpers/a-site';",
  });
  expect(allowed.code).toBe(0);
});

test('what may not is named, file by file', async () => {
  const { code, stdout } = await boundaries({
    'host/src/slot.ts': 'export const slot = 1;',
    'host/src/shell/Shell.ts': "import '../pages/Page';",
    'host/src/pages/Page.ts': 'export const page = 1;',
    'host/src/pages/Other.ts': "import '../shell/Other';",
    'host/src/shell/Other.ts': 'export const other = 1;',
    'remote-reviews/src/bad.ts': "import type { slot } from '../../host/src/slot';",
    'remote-reviews/src/path.ts': "import '../../shared/src/brand';",
    'shared/tooling/build/apps.ts': 'export const apps = 1;',
    'shared/src/brand.ts': "import '../tooling/build/apps';",
    'scripts/tests/helpers/a-site.ts': 'export const aSite = 1;',
    'scripts/platform/server/serve.ts': "import '../../tests/helpers/a-site';",
    'scripts/platform/http/headers.ts': "import '../release/plan';",
    'scripts/platform/release/plan.ts': "import '../http/headers';",
  });
  expect(code).toBe(1);
  for (const line of [
    'workspaces meet at run time: remote-reviews/src/bad.ts → host/src/slot.ts',
    'shared by its name: remote-reviews/src/path.ts → shared/src/brand.ts',
    'no tooling in browsers: shared/src/brand.ts',
    'no test code in what runs: scripts/platform/server/serve.ts',
    'scripts/platform/http imports nothing beside it: scripts/platform/http/headers.ts',
    'host/src/pages imports site: host/src/pages/Other.ts',
    'no circles between files: scripts/platform/http/headers.ts',
    'no circles between folders: host/src/shell',
  ]) {
    expect(stdout).toContain(line);
  }
});
