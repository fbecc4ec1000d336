import { brand } from 'shared/brand';
import { readSettings } from '../environment';
import { startServices } from '../services/services-server';
import { closeOnSignal, refuseArguments, runCommand } from '../terminal';

/*
 * `npm run services`: the embedded services alone, for servers that hand their calls on to them: SITE_URL is
 * the origin under which visitors reach these services, whose sign-in stands there.
 */

runCommand(async (args) => {
  refuseArguments(args, 'services', 'PORT and DATA_DIR');
  const { port, dataDir, siteUrl: publicUrl, hsts, trustedProxies } = readSettings(process.env);
  const services = await startServices({ port, dataDir, publicUrl, hsts, trustedProxies });
  closeOnSignal(services.close);
  process.stdout.write(`${brand.name}’s services are ready at ${services.url}\n`);
});
