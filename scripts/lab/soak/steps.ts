import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { jestOutcome } from '../../test-runner/jest-report';
import type { Outcome } from '../../test-runner/outcome';
import { playwrightOutcome } from '../../test-runner/playwright-report';
import { runNode } from '../../test-runner/run-process';
import type { Step } from '../../test-runner/steps';

const root = join(import.meta.dirname, '../../..');
const reports = join(root, '.reports');
const tool = (path: string): string => join(root, 'node_modules', path);

/** Milliseconds for one step. */
const timeLimit = 60 * 60_000;

/** Runs one test file at its full length, shown as it runs. */
async function jest(file: string): Promise<Outcome> {
  const report = join(reports, 'soak-unit.json');
  await mkdir(reports, { recursive: true });
  await rm(report, { force: true });
  const parameters = ['--runInBand', '--json', `--outputFile=${report}`, '--reporters=default'];
  const result = await runNode([tool('jest/bin/jest.js'), file, ...parameters], {
    timeLimit,
    live: true,
  });
  return jestOutcome(await readFile(report, 'utf8').catch(() => null), { ...result, output: '' });
}

async function playwright(file: string): Promise<Outcome> {
  const report = join(reports, 'browser-tests.json');
  await rm(report, { force: true });
  const config = join(root, 'scripts/browser-tests/playwright.config.ts');
  const result = await runNode(
    [tool('@playwright/test/cli.js'), 'test', '--config', config, '--workers=1', file],
    { timeLimit, live: true },
  );
  const text = await readFile(report, 'utf8').catch(() => null);
  return playwrightOutcome(text, { ...result, output: '' });
}

// The tests read it; what is started from here inherits it.
process.env['SOAK'] = '1';

export const soakSteps: readonly Step[] = [
  {
    name: 'services',
    title: 'Services: 50 connections for 20 s, then a kill',
    run: () => jest('scripts/services/load.test.ts'),
  },
  {
    name: 'kills',
    title: 'Services: kills in mid-load',
    run: () => jest('scripts/services/kill.test.ts'),
  },
  {
    name: 'releases',
    title: 'Release tool: 3000 kills at random moments',
    run: () => jest('scripts/release/kill.test.ts'),
  },
  {
    name: 'serving',
    title: 'nginx and the embedded server: 50 connections for 30 s, with publishes and rollbacks',
    run: () => playwright('load.spec'),
  },
];
