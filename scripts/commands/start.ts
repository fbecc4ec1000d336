import { checkUpstreams } from '../platform/calls/check-upstreams';
import { readSettings } from '../platform/environment';
import { loadServices } from '../platform/load-services';
import { changeWatched } from '../platform/release/change';
import { readLiveSite } from '../platform/release/live-site';
import { formatError } from '../platform/release/reports/format';
import { terminal } from '../platform/output';
import { openReleaseTool } from '../platform/release/tool';
import { serveSite } from '../platform/server/server';
import { closeOnSignal, runProgram } from '../platform/terminal';
import { helpOfVariables } from '../platform/usage';

/*
 * `npm start`: builds what changed, publishes what the store has never seen, serves the store. If an app cannot be
 * built or published, or an upstream is unavailable, what is live is served all the same.
 */

runProgram(
  'npm start --',
  'build what changed, publish what the store has never seen, serve it',
  (program) =>
    program.addHelpText('after', helpOfVariables('PORT and SITE_DIR')).action(async () => {
      const siteServices = await loadServices();
      const { isLive, settings } = await readLiveSite(
        readSettings(process.env, siteServices.variables),
      );
      const goOnIfLive = (error: unknown) => {
        if (!isLive) throw error;
        terminal.writeError(`${formatError(error)}\n`);
      };
      await checkUpstreams(settings.upstreams, siteServices.variables).catch(goOnIfLive);
      // Listens first: a port in use or a damaged database costs no build.
      const site = await serveSite(settings, siteServices);
      closeOnSignal(site.close, site.drain);
      try {
        const tool = await openReleaseTool(settings, siteServices);
        const { outcome } = await changeWatched({ name: 'start' }, tool, terminal);
        terminal.write(`${outcome}\n`);
      } catch (error) {
        if (!isLive) await site.close();
        goOnIfLive(error);
      }
      terminal.write(`The site is ready at ${site.url}\n`);
    }),
);
