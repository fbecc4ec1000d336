import { availableParallelism } from 'node:os';
import { provideForTests } from '@composed/command/browser.mjs';
import { repeatable } from '@composed/release/cli/option-parsers';
import { runProgram } from '@composed/command/terminal';
import { oneOf } from '@composed/command/usage';
import { checks, jestStep, playwrightStep, runAsCommand, type Step } from '../tests/runner/steps';

/*
 * `npm test [-- <step> …]`: types, lint, format, boundaries, unit and browser tests, or the steps
 * named. The groups run at the same time: browser tests alone leave a fifth of two processors idle.
 * `npm run engines`: the journeys in Firefox and WebKit alone, which are part of the browser tests; their
 * screenshots are in .reports/engines afterwards.
 * `npm run soak`: the tests of endurance, one after another, and at their full length, which SOAK says.
 */
const groupsOn = (freeProcessors: number): readonly (readonly Step[])[] => [
  [
    ...Object.values(checks),
    jestStep('unit', 'Unit tests', `--maxWorkers=${Math.max(1, freeProcessors)}`),
  ],
  [playwrightStep('browser', 'Browser tests')],
];

// Node's threads for files, in each process: four on two processors take longer to hand work over than to do it.
process.env['UV_THREADPOOL_SIZE'] = '1';

const engines = ['--project=firefox', '--project=webkit'];
const kills = ['--runInBand', 'scripts/services/kill.test.ts'];
const releases = ['kill', 'bucket', 'render-cache'].map(
  (name) => `shared/platform/release/src/publish/change/${name}.test.ts`,
);
const alone = [
  playwrightStep('engines', 'Firefox and WebKit', ...engines),
  jestStep('kills', 'Services: kills in mid-load', ...kills),
  jestStep(
    'releases',
    'Release tool: kills at random moments, deaths at every request',
    '--runInBand',
    ...releases,
  ),
  jestStep(
    'readers',
    'What is accepted, as Chromium reads it',
    'shared/platform/compose/src/pages/fuzz.test.ts',
  ),
  playwrightStep('serving', 'nginx and the embedded server under load', '--workers=1', 'load.spec'),
  playwrightStep('libraries', 'Libraries of the field', '--workers=1', 'libraries.spec'),
];

// The browser tests have two workers.
const whole = groupsOn(availableParallelism() - 2);
const names = [...whole, alone].flat().map(({ name }) => name);

runProgram('npm test --', 'types, lint, format, boundaries, unit and browser tests', (program) =>
  program
    .argument('[steps...]', `of ${names.join(', ')}`, repeatable(oneOf('step', names)))
    .action(async (wanted) => {
      const isWanted = ({ name }: Step) => wanted.includes(name);
      const named = [...groupsOn(availableParallelism()), alone];
      const groups = wanted.length === 0 ? whole : named.map((group) => group.filter(isWanted));
      // Those that write a report are tests.
      if (groups.flat().some(({ report }) => report !== undefined)) await provideForTests();
      return runAsCommand(groups);
    }),
);
