import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '@composed/tooling/testing/temporary-folder';
import { appNamed } from '@composed/tooling/build/apps';
import { checkTypes, findTypeErrors, isSyntaxError } from './check-types';
import { buildErrors } from './run-bundler';

const pricing = appNamed('pricing');

test('types that do not fit are named with file, line and error, those of the app alone', async () => {
  const root = temporaryFolder();
  const write = async (name: string, text: string) => {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), text);
  };
  const compilerOptions = { strict: true, composite: true, outDir: 'out', types: [] };
  const project = { compilerOptions, include: ['host', 'remote-pricing'] };
  await write('tsconfig.browser.json', JSON.stringify(project));
  const [host, remote] = ['host', 'pricing'].map((name, n) => ({ name, port: 3000 + n }));
  await write('package.json', JSON.stringify({ workspaces: ['host', 'remote-*'] }));
  await write('host/package.json', JSON.stringify({ microFrontend: host }));
  await write('remote-pricing/package.json', JSON.stringify({ microFrontend: remote }));
  await write('host/src/main.ts', 'export const host: number = "no";');
  await write('remote-pricing/src/price.ts', 'export const price = 1;');
  expect(await checkTypes(root, pricing)).toBe('');
  await write('remote-pricing/src/price.ts', '\nexport const price: number = "1.50";');
  expect(await checkTypes(root, pricing)).toBe(
    "remote-pricing/src/price.ts(2,14): error TS2322: Type 'string' is not assignable to type 'number'.",
  );
});

test('type errors are found whole, and those of syntax are told apart', async () => {
  const root = temporaryFolder();
  const write = (name: string, text: string) => writeFile(path.join(root, name), text);
  await write('tsconfig.json', JSON.stringify({ compilerOptions: { strict: true, types: [] } }));
  await write(
    'a.ts',
    'export const a: { x: { y: 1 } } = { x: { y: 2 } };\nexport const b: [1] = [];',
  );
  const errors = await findTypeErrors(root, true);
  expect(errors).toEqual([
    "a.ts(1,42): error TS2322: Type '2' is not assignable to type '1'.",
    "a.ts(2,14): error TS2322: Type '[]' is not assignable to type '[1]'.\n  Source has 0 element(s) but target requires 1.",
  ]);
  expect(errors.map(isSyntaxError)).toEqual([false, false]);
  await write('a.ts', 'export const a = {;');
  expect((await findTypeErrors(root, true)).map(isSyntaxError)).toContain(true);
});

test('a failed build says what the compiler says, once', () => {
  const brace = { moduleName: './src/a.ts', loc: '3:0', message: "TS1005: '}' expected." };
  const missing = { moduleName: './src/b.ts', loc: '1:0-20', message: "Can't resolve './c'" };
  const errors = [brace, missing];
  const stats = JSON.stringify({ children: [{ errors }, { errors }] });
  expect(buildErrors(stats, pricing)).toBe(
    "remote-pricing/src/a.ts:3:0: TS1005: '}' expected.\nremote-pricing/src/b.ts:1:0-20: Can't resolve './c'",
  );
  expect(buildErrors('', pricing)).toBe('');
});
