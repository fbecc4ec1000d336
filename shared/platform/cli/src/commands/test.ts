import { availableParallelism } from 'node:os';
import { UsageError } from '@composed/command/errors';
import { provideForTests } from '@composed/command/browser.mjs';
import { type Program, unknownName } from '@composed/command/usage';
import {
  browserSteps,
  changedStep,
  checkSteps,
  runAsCommand,
  type Step,
  unitStep,
} from '../test/steps';

/*
 * `composed test [<step> …]`: types, boundaries, unit and browser tests, and what else the repository is set up for. The
 * groups run at the same time: browser tests alone leave a fifth of two processors idle.
 */

// Node's threads for files, in each process: four on two processors take longer to hand work over than to do it.
process.env['UV_THREADPOOL_SIZE'] = '1';

export function command(program: Program) {
  const checks = checkSteps();
  const browser = browserSteps();
  const names = [...checks.map(({ name }) => name), 'unit', ...browser.map(({ name }) => name)];
  return program
    .argument('[steps...]', `some of ${names.join(', ')}; what follows one is for its tool`)
    .allowUnknownOption()
    .action(async (words = []) => {
      const end = words.findIndex((word) => !names.includes(word));
      const steps = end < 0 ? words : words.slice(0, end);
      const otherWords = words.slice(steps.length);
      if (otherWords[0] !== undefined && steps.length !== 1) {
        throw otherWords[0].startsWith('-')
          ? new UsageError(`Name the step whose tool takes ${otherWords[0]}.`)
          : unknownName('step', otherWords[0], names);
      }
      const isWanted = (name: string) => steps.length === 0 || steps.includes(name);
      const isBrowsing = browser.length > 0 && isWanted('browser');
      if (isBrowsing) await provideForTests('Chromium');
      // The browser tests have two workers.
      const workers = Math.max(1, availableParallelism() - (isBrowsing ? 2 : 0));
      // Words of a person’s may say another number, which jest takes but once.
      const unit = otherWords.length > 0 ? unitStep() : unitStep(`--maxWorkers=${workers}`);
      const groups = [[...checks, unit], browser].map((group) =>
        group
          .filter(({ name }) => isWanted(name))
          .map((step) => ({ ...step, command: [...step.command, ...otherWords] })),
      );
      return runAsCommand(groups);
    });
}

/** `composed check`, for developers at work: checks without a build or browser, and unit tests of changes since main. */
export const check = (program: Program) =>
  program.action(() => {
    const lints = ['lint', 'format', 'unused'];
    const isLint = ({ name }: Step) => lints.includes(name);
    const first = checkSteps().filter((step) => !isLint(step));
    return runAsCommand([[...first, changedStep()], checkSteps().filter(isLint)]);
  });
