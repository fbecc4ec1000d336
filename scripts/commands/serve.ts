import { brand } from '@shopwright/shared/brand';
import { terminal } from '../platform/output';
import { readSettings } from '../platform/environment';
import { readLiveSite } from '../platform/release/live-site';
import { serveSite } from '../platform/server/server';
import { siteServices } from '../services/site-services';
import { closeOnSignal, runProgram } from '../platform/terminal';
import { helpOfVariables } from '../platform/usage';

/*
 * `npm run serve`: serves what is live in the store. Builds nothing, publishes nothing, and must not
 * import what does: it starts in a moment, and without the compilers.
 */

runProgram('npm run serve --', 'serve what is live in the store', (program) =>
  program.addHelpText('after', helpOfVariables('PORT and SITE_DIR')).action(async () => {
    const { isLive, store, settings } = await readLiveSite(readSettings(process.env));
    if (!isLive) {
      throw new Error(
        `Nothing is live in ${store.name} yet; "npm start" builds and publishes this checkout.`,
      );
    }
    const site = await serveSite(settings, siteServices);
    closeOnSignal(site.close, site.drain);
    // A log in JSON has a line of its own for it.
    if (settings.log !== 'json') terminal.write(`${brand.name} is ready at ${site.url}\n`);
  }),
);
