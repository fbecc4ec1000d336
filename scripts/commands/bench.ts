import { benchUsage, readBenchOptions } from '../lab/bench/options';
import { runBench } from '../lab/bench/run';
import { runCommand } from '../terminal';

/* `npm run bench`: what federation costs, measured side by side. "--help" lists the options. */
runCommand(async (args) => {
  const options = readBenchOptions(args);
  if (options) await runBench(options, (text) => process.stdout.write(text));
  else process.stdout.write(benchUsage);
});
