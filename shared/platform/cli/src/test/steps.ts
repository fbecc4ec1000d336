import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { repositoryRoot as root } from '@composed/apps/this-repository';
import { readPackage } from '@composed/apps/workspaces';
import { endSignals } from '@composed/command/processes.mjs';
import { terminal } from '@composed/command/terminal';
import { globSync } from 'tinyglobby';
import * as v from 'valibot';
import { openTimes } from './time-left';

/** A titled part of a test run: a tool whose exit code says whether it passed, or a runner that writes a report. */
export interface Step {
  /** The name of this step, to run it alone: `composed test unit`. */
  readonly name: string;
  readonly title: string;
  /** Arguments of Node: a script and its own. */
  readonly command: readonly string[];
  /** The line that mends what this step refuses. */
  readonly mend?: string;
  /** File of a runner's report in JSON. The runner's output is shown as it comes. */
  readonly report?: string;
}

const reports = join(root, '.reports');

const tool = (name: string, title: string, file: string, ...args: string[]): Step => ({
  name,
  title,
  command: [join(root, 'node_modules', file), ...args],
});

/** Checks without a build, browser or test: types, boundaries, and the tools that the repository is set up for. */
export function checkSteps(): readonly Step[] {
  const { prettier, scripts } = readPackage(join(root, 'package.json'));
  const mend = 'format' in Object(scripts) ? { mend: 'npm run format' } : {};
  return [
    // One thread, since another group runs at the same time. Without its cache (`--force`), which would miss changes of a
    // JSON file's type.
    tool('types', 'Types', 'typescript-7/bin/tsc', '-b', '--force', '--singleThreaded'),
    ...(existsSync(join(root, '.oxlintrc.json'))
      ? [tool('lint', 'Lint', 'oxlint/bin/oxlint')]
      : []),
    // A file that has not changed since it was last read is not read again.
    ...(prettier
      ? [
          {
            ...tool(
              'format',
              'Format',
              'prettier/bin/prettier.cjs',
              '--check',
              '--cache',
              '--cache-strategy=content',
              '--log-level=warn',
              '.',
            ),
            ...mend,
          },
        ]
      : []),
    ...globSync('{.,scripts/tests}/knip.config.js', { cwd: root }).map((config) =>
      tool('unused', 'Unused', 'knip/bin/knip.js', '--config', config),
    ),
    {
      name: 'boundaries',
      title: 'Boundaries',
      command: [join(import.meta.dirname, 'boundaries.mjs')],
    },
  ];
}

/** The branch that others begin from: the one that the origin names, or the first of the usual names that there is. */
export function baseBranch(folder: string): string | undefined {
  const git = (...args: readonly string[]) =>
    spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  const defaultBranch = git(
    'symbolic-ref',
    '--quiet',
    '--short',
    'refs/remotes/origin/HEAD',
  ).stdout;
  const usual = [defaultBranch.trim(), 'main', 'master', 'trunk', 'develop'].filter(Boolean);
  return usual.find((branch) => git('rev-parse', '--verify', '--quiet', branch).status === 0);
}

/** The unit tests of what is not on the branch that others begin from, or of all where there is none. */
export function changedStep(): Step {
  const base = baseBranch(root);
  const since = base === undefined ? [] : [`--changedSince=${base}`];
  return tool('unit', 'Unit tests of what changed', 'jest/bin/jest.js', ...since);
}

/** @param args more of jest’s own */
export function unitStep(...args: readonly string[]): Step {
  const report = join(reports, 'unit.json');
  // With `--reporters <name>` jest would take the arguments that follow for further reporters.
  const json = ['--reporters=default', '--json', `--outputFile=${report}`];
  return { ...tool('unit', 'Unit tests', 'jest/bin/jest.js', ...json, ...args), report };
}

/** The browser tests, where there is a configuration of them; that says where the report goes. */
export function browserSteps(): readonly Step[] {
  const configs = globSync('{.,tests,scripts/tests/browser}/playwright.config.ts', { cwd: root });
  return configs.map((config) => ({
    ...tool('browser', 'Browser tests', '@playwright/test/cli.js', 'test', '--config', config),
    report: join(reports, 'browser-tests.json'),
  }));
}

const running = new Set<ChildProcess>();

/** Ends a process and all that it started: browsers and servers, which are of its group. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended already.
  }
}

/**
 * Runs Node with these arguments to its end, in a process group of its own.
 * @param live also print it line by line, since others may print at the same time
 * @returns its exit code, null when a signal ended it, and both its outputs as they came
 */
function runNode(parameters: readonly string[], live: boolean) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    const child = spawn(process.execPath, parameters, { stdio: [...stdio], detached: true });
    running.add(child);
    let output = '';
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', (line) => {
        output += `${line}\n`;
        if (live) writeLine(line);
      });
    }
    child.once('error', reject);
    child.once('exit', () => {
      running.delete(child);
      // A process that it left behind would hold the pipes open, and the run with them.
      endGroup(child);
    });
    child.once('close', (code) => resolve({ code, output }));
  });
}

const count = v.optional(v.number(), 0);
const playwrightStats = v.object({
  expected: count,
  unexpected: count,
  flaky: count,
  skipped: count,
});
/** A report of jest or of Playwright. */
const reportOfBoth = v.object({
  numPassedTests: count,
  numFailedTests: count,
  numPendingTests: count,
  numRuntimeErrorTestSuites: count,
  stats: v.optional(playwrightStats, {}),
  errors: v.optional(v.array(v.unknown()), []),
});

const none = { passed: 0, failed: 0, skipped: 0 };
type Counts = Readonly<typeof none>;
type Write = (text: string) => void;
const writeLine: Write = (text) => terminal.write(`${text}\n`);

async function readReport(file: string): Promise<Counts> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const { stats, errors, ...jest } = v.parse(reportOfBoth, JSON.parse(text));
  const broken = jest.numRuntimeErrorTestSuites + errors.length;
  return {
    passed: jest.numPassedTests + stats.expected,
    // A test that passes on a retry has failed.
    failed: jest.numFailedTests + stats.unexpected + stats.flaky + broken,
    skipped: jest.numPendingTests + stats.skipped,
  };
}

const format = ({ passed, failed }: Counts): string => `${passed} passed, ${failed} failed`;

async function runStep({ title, command, report, mend }: Step, write: Write): Promise<Counts> {
  write(`${title} …`);
  const start = Date.now();
  // A report of the last run would be taken for this run’s.
  if (report) await rm(report, { force: true });
  const { code, output } = await runNode(command, report !== undefined);
  const counts = report ? await readReport(report) : { ...none, passed: code === 0 ? 1 : 0 };
  // A failure that no test stands for: a bad end, a run without a report, a run of no test.
  const isUntold = counts.failed === 0 && (code !== 0 || counts.passed === 0);
  const result = isUntold ? { ...counts, failed: 1 } : counts;
  const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : '';
  const took = `(${((Date.now() - start) / 1000).toFixed(1)} s)`;
  write(`${result.failed === 0 ? '✓' : '✗'} ${title}: ${format(result)}${skipped} ${took}`);
  const reason = report ? `It ended with ${code ?? 'a signal'}, and no test failed.` : output;
  if (isUntold) write(reason.trim().replace(/^(?=.)/gm, '  '));
  if (result.failed > 0 && mend) write(`  Mend it with: ${mend}`);
  return result;
}

/**
 * Runs the groups at the same time, and the steps of a group one after another. A failing step does not
 * stop the others. The first line says how long it takes, a line in each minute what is left, and the last one is
 * `N passed, N failed`.
 * @param timesFile keeps what steps take here
 * @returns whether everything passed, and something ran
 */
export async function runSteps(
  groups: readonly (readonly Step[])[],
  write: Write = writeLine,
  timesFile: string | null = null,
): Promise<boolean> {
  await mkdir(reports, { recursive: true });
  const times = await openTimes(groups, timesFile);
  const totals = { ...none };
  const run = async (group: readonly Step[]) => {
    for (const step of group) {
      times.start(step);
      const { passed, failed } = await runStep(step, write);
      times.end(step);
      totals.passed += passed;
      totals.failed += failed;
    }
  };
  const say = (sentence: (time: string) => string) => {
    const timeLeft = times.left();
    if (timeLeft !== null) write(sentence(timeLeft));
  };
  say((time) => `This takes about ${time} here.`);
  const timer = setInterval(() => say((time) => `About ${time} left.`), 60_000);
  await Promise.all(groups.map(run));
  clearInterval(timer);
  await times.keep();
  write(format(totals));
  return totals.failed === 0 && totals.passed > 0;
}

/** `runSteps` as a command: its exit code says how it went, and a signal ends all that it started. */
export async function runAsCommand(groups: readonly (readonly Step[])[]): Promise<void> {
  for (const signal of endSignals) {
    process.once(signal, () => {
      running.forEach(endGroup);
      process.exit(130);
    });
  }
  if (!(await runSteps(groups, writeLine, join(reports, 'times.json')))) process.exitCode = 1;
}
