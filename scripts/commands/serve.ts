import { terminal } from '../platform/output';
import { readSettings } from '../platform/environment';
import { loadServices } from '../platform/load-services';
import { readLiveSite } from '../platform/release/live-site';
import { momentFormat } from '../platform/release/past/moments';
import { serveSite } from '../platform/server/server';
import { closeOnSignal, runProgram } from '../platform/terminal';
import { helpOfVariables } from '../platform/usage';

/*
 * `npm run serve`: serves what is live in the store. Builds nothing, publishes nothing, and must not
 * import what does: it starts in a moment, and without the compilers.
 */

runProgram('npm run serve --', 'serve what is live in the store', (program) =>
  program
    .option('--at <moment>', `what was live then, on this machine alone: ${momentFormat}`)
    .addHelpText('after', helpOfVariables('PORT and SITE_DIR'))
    .action(async ({ at }) => {
      const siteServices = await loadServices();
      const given = readSettings(process.env, siteServices.variables);
      if (at !== undefined) {
        // For pages that were pruned.
        const { compose } = await import('../platform/compose/compose');
        const { servePast } = await import('../platform/server/serve-past');
        const { sentence, url, close } = await servePast(given, siteServices, compose, at);
        closeOnSignal(close);
        terminal.write(`The site ${sentence}. Nothing that is done there stays.\n`);
        terminal.write(`The site is ready at ${url}\n`);
        return;
      }
      const { isLive, store, settings } = await readLiveSite(given);
      if (!isLive) {
        throw new Error(
          `Nothing is live in ${store.name} yet; "npm start" builds and publishes this checkout.`,
        );
      }
      const site = await serveSite(settings, siteServices);
      closeOnSignal(site.close, site.drain);
      // A log in JSON has a line of its own for it.
      if (settings.log !== 'json') terminal.write(`The site is ready at ${site.url}\n`);
    }),
);
