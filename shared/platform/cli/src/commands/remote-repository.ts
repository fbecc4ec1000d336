import { findRemotes } from '@composed/apps';
import { devOrigin } from '@composed/build/bundler/dev-origin';
import { runApps } from '../dev/dev-servers';
import { runRemoteInSite } from '../dev/remote-in-site';
import { parseAddress } from '@composed/command/option-parsers';
import { loadServices } from '@composed/server/serve/load-services';
import type { CommandBuilder } from '@composed/command/usage';

/* The commands that work differently in a repository with only a remote (./command-table.ts). */

function ownApp() {
  const [app] = findRemotes();
  if (!app) throw new Error('package.json has no field "microFrontend".');
  return app;
}

async function runAlone() {
  const app = ownApp();
  return runApps([app], await loadServices(), `${app.name} is ready at ${devOrigin(app)}`);
}

export const start = (program: CommandBuilder) => program.action(runAlone);

export const stories = (program: CommandBuilder) =>
  program.action(() => {
    process.env['STORIES'] = '1';
    return runAlone();
  });

export const dev = (program: CommandBuilder) =>
  program
    .argument(
      '<address>',
      'address of the site, public or of "npm start"',
      parseAddress('https://shop.example.com'),
    )
    .action(async (from) => runRemoteInSite(ownApp(), await loadServices(), from));
