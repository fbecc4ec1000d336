import { runProgram } from '@composed/command/terminal';
import { checks, checkStep, runAsCommand } from '../tests/runner/steps';

const { types, lint, format, unused, boundaries } = checks;
const unit = ['Unit tests of what changed', 'jest/bin/jest.js', '--changedSince=main'] as const;

/*
 * `npm run check`, for while one works: all that `npm test` checks without a build or a browser, and the unit tests
 * of files that differ from the branch `main` or are not committed.
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
