import { parseArgs } from 'node:util';
import { appNamed, devOrigin, findRemotes } from '@shopwright/shared/build/apps';
import { runRemoteInSite } from '../dev/remote-in-site';
import { runApps } from '../dev/dev-server';
import { runCommand } from '../terminal';

/*
 * `npm run dev`: every app on its own dev server; an edit in a remote shows inside the host's page.
 * `npm run dev -- <remote>`: that remote only, inside the composed site of the other apps' releases; with
 * --at <address of its entry> the one that somebody else serves there.
 * `npm start -w remote-<name>` (--alone): that remote without host and other remotes, with its toasts.
 * `npm run stories` (--stories): the components that apps share and those of remotes, in every state; the host's
 * page links to the remotes'.
 */
const text = { type: 'string' } as const;

runCommand(async (args) => {
  const options = { alone: text, at: text, stories: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [name, ...others] = positionals;
  if (others.length > 0 || (values.at !== undefined && name === undefined)) {
    throw new Error('Name one remote: npm run dev -- reviews --at http://localhost:4000/entry.js');
  }
  if (values.alone !== undefined) {
    const app = appNamed(values.alone, findRemotes());
    return runApps([app], `${app.name} is ready at ${devOrigin(app)}`);
  }
  if (name !== undefined) return runRemoteInSite(name, values.at);
  const every = [appNamed('host'), ...findRemotes()] as const;
  if (values.stories) {
    process.env['STORIES'] = '1';
    return runApps(every, `The stories are ready at ${devOrigin(every[0])}`);
  }
  const alone = findRemotes().map((app) => `\n  ${app.name} alone: ${devOrigin(app)}`);
  return runApps(every, `The whole site is ready at ${devOrigin(every[0])}${alone.join('')}`);
});
