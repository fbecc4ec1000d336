import { runBench } from '../lab/bench/run';
import { runCommand } from '../terminal';

/* `npm run bench [-- --quick --readme]`: what federation costs, measured side by side. */
runCommand(runBench);
