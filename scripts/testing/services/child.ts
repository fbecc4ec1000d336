import * as v from 'valibot';
import { noLimits } from '../../services/limits';
import { startServices, type StandaloneOptions } from '../../services/services-server';

/**
 * Runs the services in a process of their own, for tests that kill it, and for those whose runner
 * cannot load ES modules. Options come as JSON in the first argument; the address goes to stdout.
 */
const form = v.object({
  dataDir: v.string(),
  port: v.optional(v.number()),
  publicUrl: v.optional(v.string()),
  limited: v.optional(v.boolean()),
  identityBurst: v.optional(v.number()),
  log2N: v.number(),
});

async function main(): Promise<void> {
  const { dataDir, port, publicUrl, limited, identityBurst, log2N } = v.parse(
    form,
    JSON.parse(process.argv[2] ?? ''),
  );
  const options: StandaloneOptions = {
    dataDir,
    trustedProxies: ['127.0.0.1'],
    passwordCost: { log2N, r: 8, p: 1 },
    ...(port !== undefined && { port }),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(limited !== true && { limits: noLimits }),
    ...(identityBurst !== undefined && {
      limits: { ...noLimits, identity: { burst: identityBurst, everyMs: 60_000 } },
    }),
  };
  const { url, close } = await startServices(options);
  process.once('SIGTERM', () => void close());
  process.stdout.write(`${url}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof Error ? `${error.name}: ${error.message}` : 'failed'}\n`,
  );
  process.exitCode = 1;
});
