import { terminal } from '../platform/output';
import { readSettings } from '../platform/environment';
import { loadServices } from '../platform/load-services';
import { openStore } from '../platform/release/stores/open-store';
import { startServices } from '../platform/server/services-server';
import { watchCanary } from '../platform/server/canary/watch';
import { allEmbedded } from '../platform/site-services';
import { closeOnSignal, runProgram } from '../platform/terminal';
import { helpOfVariables } from '../platform/usage';

/*
 * `npm run services`: the embedded services alone, for servers that hand calls on to them. SITE_URL is the origin
 * under which visitors reach them; the sign-in stands there. They count the signals of the site in the store and
 * judge its canaries.
 */

/** Milliseconds between two looks at the canary. */
const judgeEvery = 5000;

runProgram('npm run services --', 'the embedded services alone, for servers elsewhere', (program) =>
  program.addHelpText('after', helpOfVariables('PORT, DATA_DIR and SITE_DIR')).action(async () => {
    const siteServices = await loadServices();
    const read = readSettings(process.env, siteServices.variables);
    const settings = { ...read, upstreams: allEmbedded(siteServices.variables) };
    const store = await openStore(settings);
    const { shown, start, stop } = watchCanary(store, settings, siteServices, judgeEvery);
    const { dataDir, siteUrl: publicUrl, hsts, log } = settings;
    const needed = { store: () => store.readLedger() };
    const services = await startServices(
      siteServices,
      { dataDir, publicUrl, hsts, shown },
      settings,
      needed,
    );
    await start(services.log);
    closeOnSignal(() => Promise.all([stop(), services.close()]), services.drain);
    if (log !== 'json') terminal.write(`The services are ready at ${services.url}\n`);
  }),
);
