#!/usr/bin/env node
import { devOrigin, findRemotes } from '@shopwright/shared/build/apps';
import { runApps } from '../dev/dev-server';
import { runCommand } from '../terminal';

/*
 * The command line of @shopwright/release in a repository of a remote's own: `shopwright start` runs it alone,
 * `shopwright release <command>` the release tool.
 */
const [name = ''] = process.argv.splice(2, 1);

if (name === 'release') await import('./release');
else {
  runCommand(async () => {
    const [app] = findRemotes();
    if (!app) throw new Error('package.json says nothing under "microFrontend".');
    if (name === 'start') return runApps([app], `${app.name} is ready at ${devOrigin(app)}`);
    throw new Error(`There is no command "${name}": the commands are start and release.`);
  });
}
