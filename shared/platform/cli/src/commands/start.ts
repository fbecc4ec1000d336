import { buildOnDemand } from '@composed/build/release/build-on-demand';
import { checkUpstreams } from '@composed/http/calls/check-upstreams';
import { readEnvironment } from '@composed/command/environment';
import { loadServices } from '@composed/server/serve/load-services';
import { changeSiteWithProgress } from '@composed/release/change/run/change-site';
import { openLiveStore } from '@composed/release/ledger/open-live-store';
import { formatError } from '@composed/command/format';
import { terminal } from '@composed/command/terminal';
import { openReleaseTool } from '@composed/release/tool';
import { serveSite } from '@composed/server/serve/serve-site';
import { closeOnSignal } from '@composed/command/run-program';
import { helpOfVariables, type CommandBuilder } from '@composed/command/usage';

/*
 * `npm start`: builds changed apps, publishes releases that the store has never seen, and serves the store. If that
 * fails, or a real service is unavailable, it still serves the live deployment.
 */

export const command = (program: CommandBuilder) =>
  program.addHelpText('after', helpOfVariables('PORT and SITE_DIR')).action(async () => {
    const siteServices = await loadServices();
    const { isLive, environment } = await openLiveStore(
      readEnvironment(process.env, siteServices.variables),
    );
    const continueIfLive = (error: unknown) => {
      if (!isLive) throw error;
      terminal.writeError(`${formatError(error)}\n`);
    };
    await checkUpstreams(environment.upstreams, siteServices.variables).catch(continueIfLive);
    // Listens before it builds, so that a port in use or a damaged database is reported at once.
    const site = await serveSite(environment, siteServices);
    closeOnSignal(site.close, site.drain);
    try {
      const tool = await openReleaseTool(environment, siteServices, buildOnDemand);
      const { outcome } = await changeSiteWithProgress({ name: 'start' }, tool, terminal);
      terminal.write(`${outcome}\n`);
    } catch (error) {
      if (!isLive) await site.close();
      continueIfLive(error);
    }
    // The type checker would be a download of 30 MB, and only this developer sees the local store.
    terminal.write('This command does not check types; npm test, publish and dev do.\n');
    terminal.write(`The site is ready at ${site.url}\n`);
  });
