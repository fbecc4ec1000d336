import { runBench } from '../lab/bench/run';
import { runCommand } from '../terminal';

/* `npm run bench`: what federation costs, measured side by side. "--help" lists the options. */
runCommand(runBench);
