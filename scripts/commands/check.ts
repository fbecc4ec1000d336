import { runCommand } from '../terminal';
import { checkStep, runAsCommand } from '../test-runner/steps';

/*
 * `npm run check`: what a person runs while working. All that `npm test` checks without building or a browser,
 * and of the unit tests those of files that differ from the branch `main`, or are not committed.
 */
runCommand(() =>
  runAsCommand([
    [
      checkStep('types', 'Types', 'typescript-7/bin/tsc', '-b'),
      checkStep('unit', 'Unit tests of what changed', 'jest/bin/jest.js', '--changedSince=main'),
      checkStep('boundaries', 'Boundaries', 'tsx/dist/cli.mjs', 'scripts/commands/boundaries.ts'),
    ],
    [
      checkStep('lint', 'Lint', 'oxlint/bin/oxlint'),
      // What has not changed since it was last read is not read again.
      checkStep('format', 'Format', 'prettier/bin/prettier.cjs', '--check', '--cache', '.'),
      checkStep('unused', 'Unused', 'knip/bin/knip.js'),
    ],
  ]),
);
