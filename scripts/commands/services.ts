import { brand } from 'shared/brand';
import { readSettings } from '../environment';
import { startServices } from '../services/services-server';
import { runCommand } from '../terminal';

/*
 * `npm run services`: the embedded services alone, for servers that hand their calls on to them: SITE_URL is
 * the origin under which visitors reach these services, whose sign-in stands there.
 */

async function run(args: readonly string[]): Promise<void> {
  if (args.length > 0) {
    throw new Error(
      `"services" takes no "${args.join(' ')}"; PORT and DATA_DIR are set before it.`,
    );
  }
  const { port, dataDir, siteUrl: publicUrl, hsts, trustedProxies } = readSettings(process.env);
  const services = await startServices({ port, dataDir, publicUrl, hsts, trustedProxies });
  const stop = () => {
    void services.close().finally(() => process.exit());
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  process.stdout.write(`${brand.name}’s services are ready at ${services.url}\n`);
}

runCommand(run);
