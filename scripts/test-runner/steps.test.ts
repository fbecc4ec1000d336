import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@shopwright/shared/testing/temporary-folder';
import { runSteps, type Step } from './steps';

const step = (title: string, code: string): Step => ({
  name: title.toLowerCase(),
  title,
  command: ['--eval', code],
});
const good = step('Good', "console.log('noise')");
const bad = step('Bad', "console.error('line 1\\n\\nline 2\\n'); process.exitCode = 1");

let folder: string;
beforeEach(() => (folder = temporaryFolder()));

async function lines(...groups: Step[][]): Promise<{ lines: string[]; ok: boolean }> {
  const written: string[] = [];
  const ok = await runSteps(groups, (text) => written.push(text.replace(/\([\d.]+ s\)/, '(time)')));
  return { lines: written, ok };
}

test('a failure is shown in full, and the run goes on', async () => {
  expect(await lines([bad, good])).toEqual({
    lines: [
      'Bad …',
      '✗ Bad: 0 passed, 1 failed (time)',
      '  line 1\n\n  line 2',
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
  const slow = step('Slow', `${note('a')} setTimeout(() => { ${note('b')} }, 1500)`);
  const quick = step('Quick', note('c'));
  const last = step('Last', note('d'));
  await lines([slow, last], [quick]);
  expect(readFileSync(file, 'utf8')).toMatch(/^(?:a c|c a) b d $/);
});

test('a runner is judged by the report of this run, and what it skipped is named', async () => {
  const file = join(folder, 'report.json');
  const report = {
    ...{ numPassedTests: 2, numFailedTests: 0, numRuntimeErrorTestSuites: 0 },
    testResults: [{ assertionResults: [{ status: 'pending', fullName: 'x' }] }],
  };
  const code = `require('node:fs').writeFileSync(${JSON.stringify(file)}, '${JSON.stringify(report)}')`;
  const runner: Step = { ...step('Unit', code), report: { runner: 'jest', file } };
  expect((await lines([runner, runner])).lines.slice(-3)).toEqual([
    'skipped: x',
    'skipped: x',
    '4 passed, 0 failed',
  ]);
  const broken: Step = { ...step('Unit', ''), report: { runner: 'jest', file } };
  expect((await lines([broken])).lines).toContain('  jest ended without a report.');
});
