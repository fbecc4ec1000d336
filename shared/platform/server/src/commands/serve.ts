import { terminal } from '@composed/command/terminal';
import { readEnvironment } from '@composed/command/environment';
import { loadServices } from '../serve/load-services';
import { openLiveStore } from '@composed/release/ledger/open-live-store';
import { revisionFormat } from '@composed/release/inspect/revisions/past-deployments';
import { serveSite } from '../serve/serve-site';
import { closeOnSignal, runProgram } from '@composed/command/run-program';
import { helpOfVariables, typedFor } from '@composed/command/usage';

/*
 * `npm run serve`: serves the live site of the store. It does not build or publish, and must not import code that does,
 * so that it starts fast and without compilers.
 */

runProgram(typedFor('serve'), 'serve what is live in the store', (program) =>
  program
    .option(
      '--at <revision>',
      `serve what was live at that time, on this machine only: ${revisionFormat}`,
    )
    .addHelpText('after', helpOfVariables('PORT and SITE_DIR'))
    .action(async ({ at }) => {
      const siteServices = await loadServices();
      const ownEnvironment = readEnvironment(process.env, siteServices.variables);
      if (at !== undefined) {
        // Loaded on demand: only pruned pages need composing.
        const { compose } = await import('@composed/compose/pages/compose');
        const { serveRevision } = await import('../serve/serve-revision');
        const { sentence, url, close } = await serveRevision(
          ownEnvironment,
          siteServices,
          compose,
          at,
        );
        closeOnSignal(close);
        terminal.write(`The site ${sentence}. Nothing that is done there is kept.\n`);
        terminal.write(`The site is ready at ${url}\n`);
        return;
      }
      const { isLive, store, environment } = await openLiveStore(ownEnvironment);
      if (!isLive) {
        throw new Error(
          `Nothing is live in ${store.name} yet; "npm start" builds and publishes this checkout.`,
        );
      }
      const site = await serveSite(environment, siteServices);
      closeOnSignal(site.close, site.drain);
      // A JSON log already contains a line with the address.
      if (environment.log !== 'json') terminal.write(`The site is ready at ${site.url}\n`);
    }),
);
