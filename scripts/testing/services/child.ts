import * as v from 'valibot';
import type { ServicesOptions } from '../../services/plugin';
import { startServices } from '../../services/services-server';
import { freePort } from '../free-port';
import { noLimits } from './no-limits';

/**
 * Runs the services in a process of their own, for tests that kill it, and for those whose runner
 * cannot load ES modules. Options come as JSON in the first argument; the address goes to stdout.
 */
const form = v.object({
  dataDir: v.string(),
  port: v.optional(v.number()),
  publicUrl: v.optional(v.string()),
  limited: v.optional(v.boolean()),
  log2N: v.number(),
  /** Releases of what is live; with them the services count signals. */
  live: v.optional(v.record(v.string(), v.string())),
});

async function main(): Promise<void> {
  const given = v.parse(form, JSON.parse(process.argv[2] ?? ''));
  const { dataDir, port, publicUrl, limited, log2N, live } = given;
  // Its public address is part of what the server is made of, so the port has to be known before.
  const known = port ?? (await freePort());
  const options: ServicesOptions = {
    dataDir,
    publicUrl: publicUrl ?? `http://127.0.0.1:${known}`,
    ...(live && { shown: () => ({ since: 0, live, canary: null }) }),
    passwordCost: { log2N, r: 8, p: 1 },
    ...(limited !== true && { limits: noLimits }),
  };
  const { url, close } = await startServices(options, {
    port: known,
    trustedProxies: ['127.0.0.1'],
  });
  process.once('SIGTERM', () => void close());
  process.stdout.write(`${url}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof Error ? `${error.name}: ${error.message}` : 'failed'}\n`,
  );
  process.exitCode = 1;
});
