import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { getRepositoryRoot } from '@composed/apps/this-repository';
import { readPackage } from '@composed/apps/workspaces';
import { endSignals } from '@composed/command/processes.mjs';
import { terminal } from '@composed/command/terminal';
import { globSync } from 'tinyglobby';
import * as v from 'valibot';
import { openStepTimes } from './time-left';

/** A step of a test run: a tool that passes with exit code 0, or a test runner that writes a report. */
export interface TestStep {
  /** Selects the step on the command line: `composed test unit`. */
  readonly name: string;
  readonly title: string;
  /** The arguments of Node: a script and its arguments. */
  readonly command: readonly string[];
  /** The command that fixes the problems that this step finds. */
  readonly fix?: string;
  /** The file of a test runner's JSON report. The output of a step with a report is printed while it runs. */
  readonly report?: string;
}

const inRepository = (...names: readonly string[]) => join(getRepositoryRoot(), ...names);

const createToolStep = (
  name: string,
  title: string,
  file: string,
  ...args: string[]
): TestStep => ({
  name,
  title,
  command: [inRepository('node_modules', file), ...args],
});

/** Returns the checks that need no build, browser or tests: types, boundaries, and the tools that are configured. */
export function listCheckSteps(): readonly TestStep[] {
  const { prettier, scripts } = readPackage(inRepository('package.json'));
  const fix = 'format' in Object(scripts) ? { fix: 'npm run format' } : {};
  return [
    // With one thread, since another group of steps runs at the same time. Without the compiler's cache (`--force`),
    // which misses type changes of JSON files.
    createToolStep('types', 'Types', 'typescript-7/bin/tsc', '-b', '--force', '--singleThreaded'),
    ...(existsSync(inRepository('.oxlintrc.json'))
      ? [createToolStep('lint', 'Lint', 'oxlint/bin/oxlint')]
      : []),
    // Checks only the files that have changed since the last run (`--cache`).
    ...(prettier
      ? [
          {
            ...createToolStep(
              'format',
              'Format',
              'prettier/bin/prettier.cjs',
              '--check',
              '--cache',
              '--cache-strategy=content',
              '--log-level=warn',
              '.',
            ),
            ...fix,
          },
        ]
      : []),
    ...globSync('{.,scripts/tests}/knip.config.js', { cwd: getRepositoryRoot() }).map((config) =>
      createToolStep('unused', 'Unused', 'knip/bin/knip.js', '--config', config),
    ),
    {
      name: 'boundaries',
      title: 'Boundaries',
      command: [join(import.meta.dirname, 'check-boundaries.mjs')],
    },
  ];
}

/** Returns the default branch: that of the remote "origin", or the first existing branch with a usual name. */
export function findBaseBranch(folder: string): string | undefined {
  const git = (...args: readonly string[]) =>
    spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  const defaultBranch = git(
    'symbolic-ref',
    '--quiet',
    '--short',
    'refs/remotes/origin/HEAD',
  ).stdout;
  const candidates = [defaultBranch.trim(), 'main', 'master', 'trunk', 'develop'].filter(Boolean);
  return candidates.find((branch) => git('rev-parse', '--verify', '--quiet', branch).status === 0);
}

/** Returns the step with the unit tests of changes since the default branch, or without one all unit tests. */
export function createChangedStep(): TestStep {
  const base = findBaseBranch(getRepositoryRoot());
  const since = base === undefined ? [] : [`--changedSince=${base}`];
  return createToolStep('unit', 'Unit tests of what changed', 'jest/bin/jest.js', ...since);
}

/** @param args further arguments of jest */
export function createUnitStep(...args: readonly string[]): TestStep {
  const report = inRepository('.reports/unit.json');
  // With `=`, since jest takes all arguments after `--reporters <name>` for further reporters.
  const json = ['--reporters=default', '--json', `--outputFile=${report}`];
  return { ...createToolStep('unit', 'Unit tests', 'jest/bin/jest.js', ...json, ...args), report };
}

/** Returns the steps of the browser tests. Playwright's configuration names the file of the report. */
export function listBrowserSteps(): readonly TestStep[] {
  const configs = globSync('{.,tests,scripts/tests/browser}/playwright.config.ts', {
    cwd: getRepositoryRoot(),
  });
  return configs.map((config) => ({
    ...createToolStep(
      'browser',
      'Browser tests',
      '@playwright/test/cli.js',
      'test',
      '--config',
      config,
    ),
    report: inRepository('.reports/browser-tests.json'),
  }));
}

const runningProcesses = new Set<ChildProcess>();

/** Ends a process and its process group, such as browsers and servers that it has started. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended already.
  }
}

/**
 * Runs Node with these arguments in a process group of its own, and waits for its end.
 * @param live also prints the output, line by line, since other steps may print at the same time
 * @returns the exit code, null when a signal ended the process, and its output
 */
function runNode(parameters: readonly string[], live: boolean) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    const child = spawn(process.execPath, parameters, { stdio: [...stdio], detached: true });
    runningProcesses.add(child);
    let output = '';
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', (line) => {
        output += `${line}\n`;
        if (live) writeLine(line);
      });
    }
    child.once('error', reject);
    child.once('exit', () => {
      runningProcesses.delete(child);
      // A process that the child left behind would keep the pipes open, and 'close' would never come.
      endGroup(child);
    });
    child.once('close', (code) => resolve({ code, output }));
  });
}

const countSchema = v.optional(v.number(), 0);
const playwrightStats = v.object({
  expected: countSchema,
  unexpected: countSchema,
  flaky: countSchema,
  skipped: countSchema,
});
/** The report of jest or of Playwright. */
const reportSchema = v.object({
  numPassedTests: countSchema,
  numFailedTests: countSchema,
  numPendingTests: countSchema,
  numRuntimeErrorTestSuites: countSchema,
  stats: v.optional(playwrightStats, {}),
  errors: v.optional(v.array(v.unknown()), []),
});

const noTests = { passed: 0, failed: 0, skipped: 0 };
type Counts = Readonly<typeof noTests>;
type Write = (text: string) => void;
const writeLine: Write = (text) => terminal.write(`${text}\n`);

async function readReport(file: string): Promise<Counts> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const { stats, errors, ...jest } = v.parse(reportSchema, JSON.parse(text));
  const brokenFiles = jest.numRuntimeErrorTestSuites + errors.length;
  return {
    passed: jest.numPassedTests + stats.expected,
    // A test that passes only on a retry counts as failed.
    failed: jest.numFailedTests + stats.unexpected + stats.flaky + brokenFiles,
    skipped: jest.numPendingTests + stats.skipped,
  };
}

const formatCounts = ({ passed, failed }: Counts): string => `${passed} passed, ${failed} failed`;

async function runStep({ title, command, report, fix }: TestStep, write: Write): Promise<Counts> {
  write(`${title} …`);
  const start = Date.now();
  // Removes the report of the last run, which would count if this run wrote none.
  if (report) await rm(report, { force: true });
  const { code, output } = await runNode(command, report !== undefined);
  const counts = report ? await readReport(report) : { ...noTests, passed: code === 0 ? 1 : 0 };
  // The step itself failed: its exit code is not 0, its report is missing, or it ran no tests.
  const hasFailed = counts.failed === 0 && (code !== 0 || counts.passed === 0);
  const result = hasFailed ? { ...counts, failed: 1 } : counts;
  const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : '';
  const duration = `(${((Date.now() - start) / 1000).toFixed(1)} s)`;
  write(
    `${result.failed === 0 ? '✓' : '✗'} ${title}: ${formatCounts(result)}${skipped} ${duration}`,
  );
  const reason = report ? `It ended with ${code ?? 'a signal'}, and no test failed.` : output;
  if (hasFailed) write(reason.trim().replace(/^(?=.)/gm, '  '));
  if (result.failed > 0 && fix) write(`  Fix it with: ${fix}`);
  return result;
}

/**
 * Runs the groups at the same time, and the steps of a group one after another. A failing step does not stop the
 * others. Prints an estimate of the duration at the start, an estimate of the remaining time each minute, and at the
 * end `N passed, N failed`.
 * @param timesFile records the durations of steps on this machine
 * @returns whether everything passed, and at least one test ran
 */
export async function runSteps(
  groups: readonly (readonly TestStep[])[],
  write: Write = writeLine,
  timesFile: string | null = null,
): Promise<boolean> {
  await mkdir(inRepository('.reports'), { recursive: true });
  const times = await openStepTimes(groups, timesFile);
  const totals = { ...noTests };
  const run = async (group: readonly TestStep[]) => {
    for (const step of group) {
      times.start(step);
      const { passed, failed } = await runStep(step, write);
      times.end(step);
      totals.passed += passed;
      totals.failed += failed;
    }
  };
  const writeTimeLeft = (formatTime: (time: string) => string) => {
    const timeLeft = times.left();
    if (timeLeft !== null) write(formatTime(timeLeft));
  };
  writeTimeLeft((time) => `This takes about ${time} here.`);
  const timer = setInterval(() => writeTimeLeft((time) => `About ${time} left.`), 60_000);
  await Promise.all(groups.map(run));
  clearInterval(timer);
  await times.save();
  write(formatCounts(totals));
  return totals.failed === 0 && totals.passed > 0;
}

/** Runs the steps as a command: sets the exit code, and ends all processes of the steps on a signal. */
export async function runStepsAsCommand(groups: readonly (readonly TestStep[])[]): Promise<void> {
  for (const signal of endSignals) {
    process.once(signal, () => {
      runningProcesses.forEach(endGroup);
      process.exit(130);
    });
  }
  if (!(await runSteps(groups, writeLine, inRepository('.reports/times.json'))))
    process.exitCode = 1;
}
