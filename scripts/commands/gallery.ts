import { hostApp, remoteApps } from 'shared/build/apps';
import { failWith, runDevServers } from '../dev/run';

/*
 * `npm run gallery`: every component of host and remotes in every state, on the dev servers, so that an
 * edit shows at once. The host's page shows the remotes' in windows.
 */
process.env['GALLERY'] = '1';

runDevServers([hostApp, ...remoteApps], () => {
  process.stdout.write(`The gallery is ready at http://localhost:${hostApp.port}\n`);
}).catch(failWith);
