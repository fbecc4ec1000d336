import { availableParallelism } from 'node:os';
import { UsageError } from '@composed/command/errors';
import { installTestSoftware } from '@composed/command/installed-software.mjs';
import { type CommandBuilder, createUnknownNameError } from '@composed/command/usage';
import {
  listBrowserSteps,
  createChangedStep,
  listCheckSteps,
  runStepsAsCommand,
  type TestStep,
  createUnitStep,
} from '../checks/test-steps';

/*
 * `composed test [<step> …]`: checks types and boundaries, and runs unit and browser tests and the tools that the
 * repository configures. The two groups of steps run at the same time, since browser tests leave a fifth of two
 * processors idle.
 */

// Limits Node's thread pool for file access in each process. On two processors its four threads would only slow it
// down.
process.env['UV_THREADPOOL_SIZE'] = '1';

export function command(program: CommandBuilder) {
  const checks = listCheckSteps();
  const browser = listBrowserSteps();
  const names = [...checks.map(({ name }) => name), 'unit', ...browser.map(({ name }) => name)];
  return program
    .argument('[steps...]', `some of ${names.join(', ')}; further arguments go to that step’s tool`)
    .allowUnknownOption()
    .action(async (words = []) => {
      const end = words.findIndex((word) => !names.includes(word));
      const steps = end < 0 ? words : words.slice(0, end);
      const otherWords = words.slice(steps.length);
      if (otherWords[0] !== undefined && steps.length !== 1) {
        throw otherWords[0].startsWith('-')
          ? new UsageError(`Name the step whose tool takes ${otherWords[0]}.`)
          : createUnknownNameError('step', otherWords[0], names);
      }
      const isSelected = (name: string) => steps.length === 0 || steps.includes(name);
      const runsBrowser = browser.length > 0 && isSelected('browser');
      if (runsBrowser) await installTestSoftware('Chromium');
      // Leaves two processors to the two workers of the browser tests.
      const workers = Math.max(1, availableParallelism() - (runsBrowser ? 2 : 0));
      // Jest rejects a second --maxWorkers, which may be among the typed arguments.
      const unit =
        otherWords.length > 0 ? createUnitStep() : createUnitStep(`--maxWorkers=${workers}`);
      const groups = [[...checks, unit], browser].map((group) =>
        group
          .filter(({ name }) => isSelected(name))
          .map((step) => ({ ...step, command: [...step.command, ...otherWords] })),
      );
      return runStepsAsCommand(groups);
    });
}

/** `composed check`, for use during development: the checks, and the unit tests of changes since the base branch. */
export const check = (program: CommandBuilder) =>
  program.action(() => {
    const lints = ['lint', 'format', 'unused'];
    const isLint = ({ name }: TestStep) => lints.includes(name);
    const otherChecks = listCheckSteps().filter((step) => !isLint(step));
    return runStepsAsCommand([
      [...otherChecks, createChangedStep()],
      listCheckSteps().filter(isLint),
    ]);
  });
