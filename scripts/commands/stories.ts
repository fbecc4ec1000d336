import { devOrigin, hostApp, remoteApps } from 'shared/build/apps';
import { runApps } from '../dev/dev-server';
import { runCommand } from '../terminal';

/*
 * `npm run stories`: every component of host and remotes in every state, on the dev servers, so that an
 * edit shows at once. The host's page links to the remotes'.
 */
process.env['STORIES'] = '1';

const message = `The stories are ready at ${devOrigin(hostApp)}`;
runCommand(() => runApps([hostApp, ...remoteApps], message));
