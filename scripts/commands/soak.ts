import { soakSteps } from '../lab/soak/steps';
import { endAll } from '../test-runner/run-process';
import { countsOf, runSteps } from '../test-runner/run-steps';

/**
 * `npm run soak`: the tests of endurance at their full length, one after another. Each has a short form in
 * `npm test`. The last line is `N passed, N failed`.
 */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    endAll('SIGKILL');
    process.exit(130);
  });
}

const outcome = await runSteps(
  soakSteps.map((step) => [step]),
  (text) => console.log(text),
);
for (const name of outcome.skipped) console.log(`skipped: ${name}`);
console.log(countsOf(outcome));
if (outcome.failed > 0 || outcome.passed === 0) process.exitCode = 1;
