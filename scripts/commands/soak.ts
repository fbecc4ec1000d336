import { runCommand } from '../terminal';
import { jestStep, playwrightStep, runAsCommand } from '../test-runner/steps';

/*
 * `npm run soak`: the tests of endurance at their full length, one after another. Each has a short form in
 * `npm test`.
 */
// The tests read it; what is started from here inherits it.
process.env['SOAK'] = '1';

const tests = [
  ['kills', 'Services: kills in mid-load', 'scripts/services/kill.test.ts'],
  ['releases', 'Release tool: 3000 kills at random moments', 'scripts/release/kill.test.ts'],
] as const;
const serving = playwrightStep(
  'serving',
  'nginx and the embedded server: 50 connections for 30 s, with publishes and rollbacks',
  ...['--workers=1', 'load.spec'],
);

const steps = tests.map(([name, title, file]) =>
  jestStep(`soak-${name}`, title, '--runInBand', file),
);

runCommand(() => runAsCommand([[...steps, serving]]));
