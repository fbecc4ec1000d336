import { runBench } from '../lab/bench/run';
import { benchUsage, BenchUsageError, readBenchOptions } from '../lab/bench/options';

/* `npm run bench`: what federation costs, measured side by side. "--help" lists the options. */

async function bench(args: readonly string[]): Promise<void> {
  const options = readBenchOptions(args);
  if (options.help) process.stdout.write(benchUsage);
  else await runBench(options, (text) => process.stdout.write(text));
}

bench(process.argv.slice(2)).catch((error: unknown) => {
  const isUsage = error instanceof BenchUsageError;
  const text = error instanceof Error ? (isUsage ? error.message : error.stack) : String(error);
  process.stderr.write(`${text ?? ''}\n`);
  process.exitCode = isUsage ? 2 : 1;
});
