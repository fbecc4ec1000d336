import { hostApp, remoteApps } from 'shared/build/apps';
import { failWith, runDevServers } from '../dev/run';

/*
 * `npm run stories`: every component of host and remotes in every state, on the dev servers, so that an
 * edit shows at once. The host's page links to the remotes'.
 */
process.env['STORIES'] = '1';

runDevServers([hostApp, ...remoteApps], () => {
  process.stdout.write(`The stories are ready at http://localhost:${hostApp.port}\n`);
}).catch(failWith);
