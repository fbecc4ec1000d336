import { mkdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { jestOutcome } from './jest-report';
import { checkOutcome, type Outcome } from './outcome';
import { playwrightOutcome } from './playwright-report';
import { runNode, type ProcessResult } from './run-process';

/** A titled part of the test run. */
export interface Step {
  /** What a person types to run this step alone: `npm test -- unit`. */
  readonly name: string;
  readonly title: string;
  readonly run: () => Promise<Outcome>;
}

const root = join(import.meta.dirname, '../..');
const reports = join(root, '.reports');
const minute = 60_000;

const tool = (path: string): string => join(root, 'node_modules', path);

/** A tool whose exit code is the answer. */
async function check(path: string, ...parameters: string[]): Promise<Outcome> {
  const { code, output } = await runNode([tool(path), ...parameters], { timeLimit: 10 * minute });
  return checkOutcome(code === 0, output);
}

/** A test runner that writes a report; the last run's is removed first, lest it stand for this one. */
async function runner(
  parameters: readonly string[],
  report: string,
  read: (report: string | null, result: ProcessResult) => Outcome,
  live: boolean,
): Promise<Outcome> {
  await mkdir(reports, { recursive: true });
  await rm(report, { force: true });
  const result = await runNode(parameters, { timeLimit: 30 * minute, live });
  const told = { ...result, output: live ? '' : result.output };
  return read(await readFile(report, 'utf8').catch(() => null), told);
}

const jestReport = join(reports, 'unit-tests.json');
const jestArguments = ['--json', `--outputFile=${jestReport}`, '--reporters=default'];

/** The steps of `npm test`, in groups: those of one group run at the same time. */
export const stepGroups: readonly (readonly Step[])[] = [
  [
    { name: 'types', title: 'Types', run: () => check('typescript/bin/tsc', '-b', root) },
    {
      name: 'lint',
      title: 'Lint',
      run: () => check('eslint/bin/eslint.js', '--max-warnings', '0', root),
    },
  ],
  [
    {
      name: 'format',
      title: 'Format',
      run: () => check('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', root),
    },
    {
      name: 'boundaries',
      title: 'Boundaries',
      run: () => check('tsx/dist/cli.mjs', join(root, 'scripts/commands/boundaries.ts')),
    },
  ],
  [
    {
      name: 'unit',
      title: 'Unit tests',
      run: () =>
        runner(
          [
            tool('jest/bin/jest.js'),
            `--maxWorkers=${Math.max(2, availableParallelism() - 1)}`,
            ...jestArguments,
          ],
          jestReport,
          jestOutcome,
          false,
        ),
    },
  ],
  [
    {
      name: 'browser',
      title: 'Browser tests',
      run: () =>
        runner(
          [
            tool('@playwright/test/cli.js'),
            'test',
            '--config',
            join(root, 'scripts/browser-tests/playwright.config.ts'),
          ],
          join(reports, 'browser-tests.json'),
          playwrightOutcome,
          true,
        ),
    },
  ],
];
