import { UserError } from '@composed/command/errors';
import { aFolderSite } from '@composed/testing/release/folder-site';
import { emptyLedger } from '../ledger/ledger';
import {
  noSteps,
  type Step,
  type StepContext,
  type StepSummary,
  type StepWithoutOutput,
} from './step';

const { tool } = aFolderSite();
const context: StepContext = {
  tool,
  ledger: emptyLedger,
  aliases: new Map(),
  builds: new Map(),
  overlay: tool.store,
};

let titles: string[] = [];

beforeEach(() => void (titles = []));

/** Runs a step, and records its title. */
function watch<T>({ title }: StepSummary, work: (count: () => void) => Promise<T>): Promise<T> {
  titles.push(title);
  return work(() => undefined);
}

const append = (word: string): Step<string | null, string> => ({
  access: 'reads',
  title: `Append ${word}`,
  run: (_context, input) => Promise.resolve({ output: `${input ?? ''}${word}`, detail: '' }),
});

const check = (
  title: string,
  error?: Error,
  access: StepWithoutOutput['access'] = 'reads',
): StepWithoutOutput => ({
  title,
  access,
  run: () => (error ? Promise.reject(error) : Promise.resolve({ detail: '' })),
});

test('each step gets the output of the step before', async () => {
  const chain = noSteps.next(append('a')).next(append('b'));
  expect(await chain.run(context, watch)).toBe('ab');
  expect(titles).toEqual(['Append a', 'Append b']);
  expect(chain.steps.map(({ title }) => title)).toEqual(titles);
});

test('checks pass their input on, and a check that is false is left out', async () => {
  const chain = noSteps.next(append('a')).check(check('One'), false).next(append('b'));
  expect(await chain.run(context, watch)).toBe('ab');
  expect(titles).toEqual(['Append a', 'One', 'Append b']);
});

test('all checks run before their refusals are thrown as one', async () => {
  const chain = noSteps
    .check(
      check('One', new UserError('Too heavy, and the live site is unchanged.')),
      check('Two'),
      check('Three', new UserError('Too old; the live site is unchanged.')),
    )
    .next(append('a'));
  await expect(chain.run(context, watch)).rejects.toThrow(
    '2 checks refuse this, and the live site is unchanged.\n\nToo heavy.\n\nToo old.',
  );
  expect(titles).toEqual(['One', 'Two', 'Three']);
});

test('a single refusal is thrown unchanged, and another error at once', async () => {
  const refusal = new UserError('Too heavy, and the live site is unchanged.');
  await expect(noSteps.check(check('One', refusal)).run(context, watch)).rejects.toBe(refusal);
  const failure = new Error('The disk is full.');
  const chain = noSteps.check(check('Two', failure), check('Three'));
  await expect(chain.run(context, watch)).rejects.toBe(failure);
  expect(titles).toEqual(['One', 'Two']);
});

test('a dry run leaves out checks that need a browser', async () => {
  const chain = noSteps.check(check('One', undefined, 'reads-in-browser'), check('Two'));
  await chain.run({ ...context, isDry: true }, watch);
  expect(titles).toEqual(['Two']);
});
