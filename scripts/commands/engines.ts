import { runCommand } from '../terminal';
import { playwrightStep, runAsCommand } from '../test-runner/steps';

/*
 * `npm run engines`: the journeys in Firefox and WebKit alone, which are part of `npm test`. Screenshots of
 * every screen are in .reports/engines afterwards.
 */
const step = playwrightStep(
  'engines',
  'Firefox and WebKit',
  '--project=firefox',
  '--project=webkit',
);
runCommand(() => runAsCommand([[step]]));
