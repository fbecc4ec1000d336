#!/usr/bin/env node
import { findRemotes } from '@composed/tooling/build/apps';
import { devOrigin } from '@composed/tooling/build/dev-origin';
import { runBuildInSite } from '../platform/dev/build-in-site';
import { runApps } from '../platform/dev/dev-server';
import { refuseFolder } from '../platform/setup/processes.mjs';
import { parseAddress } from '../platform/release/option-parsers';
import { siteServices } from '../services/site-services';
import { runProgram } from '../platform/terminal';

/* The command line of @composed/release in a repository of a remote's own. */

function ownApp() {
  refuseFolder(process.cwd());
  const [app] = findRemotes();
  if (!app) throw new Error('package.json says nothing under "microFrontend".');
  return app;
}

async function runAlone() {
  const app = ownApp();
  return runApps([app], siteServices, `${app.name} is ready at ${devOrigin(app)}`);
}

if (process.argv[2] === 'release') {
  process.argv.splice(2, 1);
  void import('./release');
} else {
  runProgram('composed', 'a remote in a repository of its own', (program) => {
    program.command('start').description('it alone, until Ctrl-C').action(runAlone);
    program
      .command('stories')
      .description('its components in every state')
      .action(() => {
        process.env['STORIES'] = '1';
        return runAlone();
      });
    program
      .command('site')
      .description('it inside the site of the store, or of a public address')
      .argument('[address]', 'of the site', parseAddress('https://shop.example.com'))
      .action(async (from) => runBuildInSite(ownApp(), siteServices, from));
    program.command('release').description('the release tool; "release --help" lists what it does');
    return program;
  });
}
