import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { apps } from 'shared/build/apps';
import { checkProject } from './project-checks';

const repository = join(import.meta.dirname, '../..');
let root: string;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const offences = (): string[] => checkProject(root).flatMap((check) => [...check.offences]);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'shopwright-checks-'));
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(join(repository, name), join(root, name));
  for (const folder of ['shared', 'scripts', ...apps.map((app) => app.folder)]) {
    cpSync(join(repository, folder, 'package.json'), join(root, folder, 'package.json'));
  }
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('this repository keeps its own rules', () => {
  for (const check of checkProject(repository)) expect(check).toEqual({ ...check, offences: [] });
});

test('a tree without sources passes', () => {
  expect(offences()).toEqual([]);
});

test('a forbidden import in any kind of file is found where it stands', () => {
  write('host/src/a.tsx', "export const a = 1;\nimport 'remote-pricing/src/b';\n");
  write('remote-pricing/src/b.module.css', "@import '../../host/src/c.css';\n");
  write('shared/deep/er/c.mjs', "await import('host/src/a');\n");
  expect(offences()).toEqual([
    'host/src/a.tsx:2 imports remote-pricing/src/b: host may import shared',
    'remote-pricing/src/b.module.css:1 imports ../../host/src/c.css: a relative import must not leave its workspace',
    'shared/deep/er/c.mjs:1 imports host/src/a: shared may import no other workspace',
  ]);
});

test('installed and built files are not looked at', () => {
  write('host/node_modules/x/index.js', "require('remote-pricing');\n");
  write('host/dist/main.js', "require('remote-pricing');\n");
  expect(offences()).toEqual([]);
});

test('a new workspace that nobody listed is found', () => {
  write('remote-reviews/package.json', JSON.stringify({ name: 'remote-reviews' }));
  expect(offences()).toEqual([
    'remote-reviews: not in the table of shared/build/apps.ts',
    'package.json: workspaces lacks remote-reviews',
  ]);
});
