import { availableParallelism } from 'node:os';
import { runCommand } from '../terminal';
import { checkStep, jestStep, playwrightStep, runAsCommand, type Step } from '../test-runner/steps';

/*
 * `npm test [-- <step> …]`: types, lint, format, boundaries, unit and browser tests, or the steps
 * named. The steps of one group run at the same time.
 */
const groups: readonly (readonly Step[])[] = [
  [
    checkStep('types', 'Types', 'typescript/bin/tsc', '-b'),
    checkStep('lint', 'Lint', 'eslint/bin/eslint.js', '--max-warnings', '0', '.'),
    checkStep('format', 'Format', 'prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'),
    checkStep('boundaries', 'Boundaries', 'tsx/dist/cli.mjs', 'scripts/commands/boundaries.ts'),
  ],
  [jestStep('unit', 'Unit tests', `--maxWorkers=${Math.max(2, availableParallelism() - 1)}`)],
  [playwrightStep('browser', 'Browser tests')],
];

runCommand(async (wanted) => {
  const names = groups.flat().map(({ name }) => name);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new Error(`There is no step ${unknown.join(', ')}: the steps are ${names.join(', ')}.`);
  }
  const isWanted = ({ name }: Step) => wanted.length === 0 || wanted.includes(name);
  await runAsCommand(groups.map((group) => group.filter(isWanted)));
});
