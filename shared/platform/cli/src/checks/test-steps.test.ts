import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { until } from '@composed/testing/server/until';
import { findBaseBranch, runSteps, type TestStep } from './test-steps';

const step = (title: string, code: string): TestStep => ({
  name: title.toLowerCase(),
  title,
  command: ['--eval', code],
});
const good = step('Good', "console.log('noise')");
const bad = step('Bad', "console.error('line 1\\n\\nline 2\\n'); process.exitCode = 1");

let folder: string;
beforeEach(() => (folder = temporaryFolder()));

async function lines(...groups: TestStep[][]): Promise<{ lines: string[]; ok: boolean }> {
  const written: string[] = [];
  const ok = await runSteps(groups, (text) => written.push(text.replace(/\([\d.]+ s\)/, '(time)')));
  return { lines: written, ok };
}

test('a failure is shown in full, and the run goes on', async () => {
  expect(await lines([{ ...bad, fix: 'npm run format' }, good])).toEqual({
    lines: [
      'Bad …',
      '✗ Bad: 0 passed, 1 failed (time)',
      '  line 1\n\n  line 2',
      '  Fix it with: npm run format',
      'Good …',
      '✓ Good: 1 passed, 0 failed (time)',
      '1 passed, 1 failed',
    ],
    ok: false,
  });
});

test('groups run at the same time, the steps of a group one after another', async () => {
  const file = join(folder, 'order');
  const note = (text: string) =>
    `require('node:fs').appendFileSync(${JSON.stringify(file)}, '${text} ');`;
  // This step ends only when a step of another group has run.
  const slow = step(
    'Slow',
    `${note('a')}
    const { readFileSync } = require('node:fs');
    const wait = () =>
      readFileSync(${JSON.stringify(file)}, 'utf8').includes('c') ? end() : setTimeout(wait, 10);
    const end = () => { ${note('b')} };
    wait();`,
  );
  const quick = step('Quick', note('c'));
  const last = step('Last', note('d'));
  await lines([slow, last], [quick]);
  expect(readFileSync(file, 'utf8')).toMatch(/^(?:a c|c a) b d $/);
});

test('a second run says how long it takes, by the slower of its groups', async () => {
  const file = join(folder, 'times.json');
  const first: string[] = [];
  await runSteps([[good]], (text) => first.push(text), file);
  expect(first[0]).toBe('Good …');
  const times = { [good.command.join(' ')]: 190_000, [bad.command.join(' ')]: 59_000 };
  writeFileSync(file, JSON.stringify(times));
  const second: string[] = [];
  await runSteps([[good], [bad, { ...bad }]], (text) => second.push(text), file);
  expect(second[0]).toBe('This takes about 3 minutes here.');
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
  expect(kept[good.command.join(' ')]).toBeLessThan(60_000);
});

const jestReport = (counts: object) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numRuntimeErrorTestSuites: 0,
  numPendingTests: 0,
  ...counts,
});
const playwrightReport = (counts: object, ...errors: unknown[]) => ({
  errors,
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...counts },
});

test.each([
  ['a good run', jestReport({ numPassedTests: 3, numPendingTests: 2 }), '', '3 passed, 0 failed'],
  ['a failed test', jestReport({ numPassedTests: 1, numFailedTests: 2 }), '', '1 passed, 2 failed'],
  ['a broken file', jestReport({ numRuntimeErrorTestSuites: 1 }), '', '0 passed, 1 failed'],
  ['a run of no test', jestReport({}), '', '0 passed, 1 failed'],
  ['a bad end', jestReport({ numPassedTests: 4 }), 'process.exit(1)', '4 passed, 1 failed'],
  ['a good run of specs', playwrightReport({ expected: 3 }), '', '3 passed, 0 failed'],
  ['a flaky test', playwrightReport({ unexpected: 2, flaky: 1 }), '', '0 passed, 3 failed'],
  ['a broken spec', playwrightReport({ expected: 1 }, 'SyntaxError'), '', '1 passed, 1 failed'],
])('a runner is judged by its report: %s', async (_what, report, end, counts) => {
  const file = join(folder, 'report.json');
  const code = `require('node:fs').writeFileSync(${JSON.stringify(file)}, '${JSON.stringify(report)}'); ${end}`;
  const { lines: written } = await lines([{ ...step('Unit', code), report: file }]);
  expect(written.at(-1)).toBe(counts);
  // The report of the last run does not count for this one.
  const silent = await lines([{ ...step('Unit', ''), report: file }]);
  expect(silent.lines.at(-2)).toBe('  It ended with 0, and no test failed.');
});

test('a signal ends the run and all of its processes', async () => {
  const grandchild = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)']);
    console.log('pid ' + child.pid);
    setInterval(() => {}, 1000);`;
  const hanging = { ...step('Hanging', grandchild), report: join(folder, 'report.json') };
  const module = pathToFileURL(join(import.meta.dirname, 'test-steps.ts')).href;
  const code = `import { runStepsAsCommand } from '${module}'; await runStepsAsCommand([[${JSON.stringify(hanging)}]]);`;
  const node = ['--import', 'tsx', '--input-type=module', '--eval', code];
  const child = spawn(process.execPath, node, { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = await new Promise<number>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('pid ')) resolve(Number(line.slice('pid '.length)));
    });
  });
  child.kill('SIGTERM');
  await once(child, 'close');
  // An ended process stays a zombie until its parent waits for it.
  const isRunning = () =>
    existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  await until(() => !isRunning());
  expect(child.exitCode).toBe(130);
});

test('changes are compared with the main branch, whatever its name', () => {
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...words], { cwd: folder });
  git('init', '--quiet', '--initial-branch=feature');
  git('commit', '--quiet', '--allow-empty', '--message=First');
  expect(findBaseBranch(folder)).toBeUndefined();
  git('branch', 'master');
  expect(findBaseBranch(folder)).toBe('master');
  git('update-ref', 'refs/remotes/origin/live', 'HEAD');
  git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/live');
  expect(findBaseBranch(folder)).toBe('origin/live');
});
