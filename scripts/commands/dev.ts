import { devOrigin, hostApp, remoteApps } from 'shared/build/apps';
import { runRemoteInSite } from '../dev/remote-in-site';
import { runApps } from '../dev/dev-server';
import { runCommand } from '../terminal';

/*
 * `npm run dev`: every app on its own dev server; an edit in a remote shows inside the host's page.
 * `npm run dev -- <remote>`: that remote only, inside the composed site of the other apps' releases.
 */
runCommand(([name]) => {
  if (name !== undefined) return runRemoteInSite(name);
  const alone = remoteApps.map((app) => `\n  ${app.name} alone: ${devOrigin(app)}`);
  const message = `The whole site is ready at ${devOrigin(hostApp)}${alone.join('')}`;
  return runApps([hostApp, ...remoteApps], message);
});
