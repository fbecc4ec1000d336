import { terminal } from '@composed/command/terminal';
import { readEnvironment } from '@composed/command/environment';
import { loadServices } from '../serve/load-services';
import { openStore } from '@composed/release/store/open-store';
import { startServices } from '../serve/services-server';
import { watchCanary } from '../canary/watch-canary';
import { allEmbedded } from '@composed/http/services/site-services';
import { closeOnSignal, runProgram } from '@composed/command/run-program';
import { helpOfVariables, typedFor } from '@composed/command/usage';

/*
 * `npm run services`: runs only the embedded services, for servers that forward calls to them. SITE_URL is the origin
 * under which visitors reach the services, including the sign-in. They also collect the site's telemetry and judge its
 * canaries.
 */

runProgram(typedFor('services'), 'the embedded services alone, for servers elsewhere', (program) =>
  program.addHelpText('after', helpOfVariables('PORT, DATA_DIR and SITE_DIR')).action(async () => {
    const siteServices = await loadServices();
    const ownEnvironment = readEnvironment(process.env, siteServices.variables);
    const environment = { ...ownEnvironment, upstreams: allEmbedded(siteServices.variables) };
    const store = await openStore(environment);
    const canaryWatch = watchCanary(store, environment, siteServices);
    const { dataDir, siteUrl: publicUrl, hsts, log } = environment;
    const checks = { store: () => store.readLedger() };
    const services = await startServices(
      siteServices,
      { dataDir, publicUrl, hsts, getShownReleases: canaryWatch.getShownReleases },
      environment,
      checks,
    );
    await canaryWatch.start(services.log);
    closeOnSignal(() => Promise.all([canaryWatch.stop(), services.close()]), services.drain);
    if (log !== 'json') terminal.write(`The services are ready at ${services.url}\n`);
  }),
);
