import { endAll } from '../test-runner/run-process';
import { countsOf, runSteps } from '../test-runner/run-steps';
import { stepGroups } from '../test-runner/steps';

/**
 * `npm test [-- <step> …]`: types, lint, format, boundaries, unit and browser tests, or the steps
 * named. Goes on after a failure; its last line is `N passed, N failed`.
 */
const wanted = process.argv.slice(2);
const names = stepGroups.flat().map(({ name }) => name);
const unknown = wanted.filter((name) => !names.includes(name));

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    endAll('SIGKILL');
    process.exit(130);
  });
}

if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}: the steps are ${names.join(', ')}.`);
  process.exitCode = 1;
} else {
  const groups = stepGroups.map((group) =>
    group.filter(({ name }) => wanted.length === 0 || wanted.includes(name)),
  );
  const outcome = await runSteps(groups, (text) => console.log(text));
  for (const name of outcome.skipped) console.log(`skipped: ${name}`);
  console.log(countsOf(outcome));
  if (outcome.failed > 0 || outcome.passed === 0) process.exitCode = 1;
}
