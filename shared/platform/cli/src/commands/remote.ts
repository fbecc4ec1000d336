import { findRemotes } from '@composed/apps';
import { devOrigin } from '@composed/build/bundler/dev-origin';
import { runBuildInSite } from '../dev/build-in-site';
import { runApps } from '../dev/dev-server';
import { refuseFolder } from '@composed/command/processes.mjs';
import { parseAddress } from '@composed/release/cli/option-parsers';
import { loadServices } from '@composed/server/serve/load-services';
import { runProgram } from '@composed/command/terminal';

/* What `composed` does in a repository of a remote's own (./composed.ts). */

function ownApp() {
  refuseFolder(process.cwd());
  const [app] = findRemotes();
  if (!app) throw new Error('package.json says nothing under "microFrontend".');
  return app;
}

async function runAlone() {
  const app = ownApp();
  return runApps([app], await loadServices(), `${app.name} is ready at ${devOrigin(app)}`);
}

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
    .action(async (from) => runBuildInSite(ownApp(), await loadServices(), from));
  program.command('release').description('the release tool; "release --help" lists what it does');
  return program;
});
