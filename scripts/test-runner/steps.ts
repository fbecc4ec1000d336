import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endAll, runNode } from './run-process';
import { readReport, type Outcome, type Runner } from './reports';

/** A titled part of a test run: a tool whose exit code is the answer, or a runner that writes a report. */
export interface Step {
  /** What a person types to run this step alone: `npm test -- unit`. */
  readonly name: string;
  readonly title: string;
  /** Arguments of Node: a script and its own. */
  readonly command: readonly string[];
  /** The runner and its report; what it prints is shown as it comes. */
  readonly report?: { readonly runner: Runner; readonly file: string };
}

/** Milliseconds for one step. */
const timeLimit = 60 * 60_000;

const root = join(import.meta.dirname, '../..');
const reports = join(root, '.reports');
const tool = (path: string): string => join(root, 'node_modules', path);

export function checkStep(name: string, title: string, path: string, ...args: string[]): Step {
  return { name, title, command: [tool(path), ...args] };
}

export function jestStep(name: string, title: string, ...args: string[]): Step {
  const file = join(reports, `${name}.json`);
  const json = ['--json', `--outputFile=${file}`, '--reporters=default'];
  const report = { runner: 'jest', file } as const;
  return { name, title, command: [tool('jest/bin/jest.js'), ...args, ...json], report };
}

export function playwrightStep(name: string, title: string, ...args: string[]): Step {
  const config = join(root, 'scripts/browser-tests/playwright.config.ts');
  const command = [tool('@playwright/test/cli.js'), 'test', '--config', config, ...args];
  // playwright.config.ts says where the report goes.
  const report = { runner: 'Playwright', file: join(reports, 'browser-tests.json') } as const;
  return { name, title, command, report };
}

type Write = (text: string) => void;

const formatCounts = ({ passed, failed }: Pick<Outcome, 'passed' | 'failed'>): string =>
  `${passed} passed, ${failed} failed`;

const indent = (text: string): string => text.trim().replace(/^(?=.)/gm, '  ');

async function runStep({ title, command, report }: Step, write: Write): Promise<Outcome> {
  write(`${title} …`);
  const start = Date.now();
  // The last run's must not stand for this one.
  if (report) await rm(report.file, { force: true });
  const { code, output } = await runNode(command, { timeLimit, live: report !== undefined });
  const outcome = report
    ? readReport(report.runner, await readFile(report.file, 'utf8').catch(() => null), code)
    : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: [], problem: null };
  const mark = outcome.failed === 0 ? '✓' : '✗';
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  write(`${mark} ${title}: ${formatCounts(outcome)} (${seconds} s)`);
  if (outcome.problem !== null) write(indent(outcome.problem));
  if (outcome.failed > 0 && !report) write(indent(output) || '  It failed and said nothing.');
  return outcome;
}

/**
 * Runs the groups at the same time, and the steps of a group one after another. A failing step does not
 * stop the others. Names what was skipped; the last line is `N passed, N failed`.
 * @returns whether everything passed, and something ran
 */
export async function runSteps(
  groups: readonly (readonly Step[])[],
  write: Write = console.log,
): Promise<boolean> {
  await mkdir(reports, { recursive: true });
  const outcomes: Outcome[] = [];
  await Promise.all(
    groups.map(async (group) => {
      for (const step of group) outcomes.push(await runStep(step, write));
    }),
  );
  for (const name of outcomes.flatMap(({ skipped }) => skipped)) write(`skipped: ${name}`);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  write(formatCounts({ passed, failed }));
  return failed === 0 && passed > 0;
}

/** `runSteps` as a command: its exit code says how it went, and a signal ends all that it started. */
export async function runAsCommand(groups: readonly (readonly Step[])[]): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      endAll();
      process.exit(130);
    });
  }
  if (!(await runSteps(groups))) process.exitCode = 1;
}
