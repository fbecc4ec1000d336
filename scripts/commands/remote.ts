#!/usr/bin/env node
import { devOrigin, findRemotes } from '@shopwright/shared/build/apps';
import { runBuildInSite } from '../dev/build-in-site';
import { runApps } from '../dev/dev-server';
import { refuseFolder } from '../setup/processes.mjs';
import { runCommand } from '../terminal';

/*
 * The command line of @shopwright/release in a repository of a remote's own: `shopwright start` runs it alone,
 * `shopwright stories` its components in every state, `shopwright site [address]` it inside the site of the store or of
 * a public address, and `shopwright release <command>` is the release tool.
 */
const [name = ''] = process.argv.splice(2, 1);

if (name === 'release') await import('./release');
else {
  runCommand(async ([from]) => {
    refuseFolder(process.cwd());
    const [app] = findRemotes();
    if (!app) throw new Error('package.json says nothing under "microFrontend".');
    if (name === 'site') return runBuildInSite(app, from);
    if (name !== 'start' && name !== 'stories') {
      throw new Error(
        `There is no command "${name}": the commands are start, stories, site and release.`,
      );
    }
    if (name === 'stories') process.env['STORIES'] = '1';
    return runApps([app], `${app.name} is ready at ${devOrigin(app)}`);
  });
}
