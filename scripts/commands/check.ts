import { runProgram } from '../platform/terminal';
import { checks, checkStep, runAsCommand } from '../tests/runner/steps';

const { types, lint, format, unused, boundaries } = checks;
const unit = ['Unit tests of what changed', 'jest/bin/jest.js', '--changedSince=main'] as const;

/*
 * `npm run check`: what a person runs while working. All that `npm test` checks without building or a browser,
 * and of the unit tests those of files that differ from the branch `main`, or are not committed.
 */
runProgram(
  'npm run check --',
  'all of npm test but builds, browsers and what is on main',
  (program) =>
    program.action(() =>
      runAsCommand([
        [types, checkStep('unit', ...unit), boundaries],
        [lint, format, unused],
      ]),
    ),
);
