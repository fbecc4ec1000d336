import { appNamed, devOrigin, findRemotes } from '@shopwright/shared/build/apps';
import { runRemoteInSite } from '../dev/remote-in-site';
import { runApps } from '../dev/dev-server';
import { runCommand } from '../terminal';

/*
 * `npm run dev`: every app on its own dev server; an edit in a remote shows inside the host's page.
 * `npm run dev -- <remote>`: that remote only, inside the composed site of the other apps' releases.
 * `npm start -w remote-<name>` (--alone): that remote without host and other remotes, with its toasts.
 * `npm run stories` (--stories): every component of host and remotes in every state; the host's page links
 * to the remotes'.
 */
runCommand(([first, name = '']) => {
  if (first === '--alone') {
    const app = appNamed(name, findRemotes());
    return runApps([app], `${app.name} is ready at ${devOrigin(app)}`);
  }
  if (first !== undefined && first !== '--stories') return runRemoteInSite(first);
  const every = [appNamed('host'), ...findRemotes()] as const;
  if (first === '--stories') {
    process.env['STORIES'] = '1';
    return runApps(every, `The stories are ready at ${devOrigin(every[0])}`);
  }
  const alone = findRemotes().map((app) => `\n  ${app.name} alone: ${devOrigin(app)}`);
  return runApps(every, `The whole site is ready at ${devOrigin(every[0])}${alone.join('')}`);
});
