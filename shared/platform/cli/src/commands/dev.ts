import { requireApp, findRemotes } from '@composed/apps';
import { devOrigin } from '@composed/build/bundler/dev-origin';
import { UsageError } from '@composed/command/errors';
import { runRemoteInSite } from '../dev/remote-in-site';
import { runApps } from '../dev/dev-servers';
import { loadServices } from '@composed/server/serve/load-services';
import { oneOf, type CommandBuilder } from '@composed/command/usage';

const remotes = findRemotes();
const names = remotes.map(({ name }) => name);
const parseRemote = oneOf('remote in this checkout', names);

const allApps = () => [requireApp('host'), ...remotes] as const;

export const command = (program: CommandBuilder) =>
  program
    .argument('[remote]', 'show your working copy of this remote in the composed site', parseRemote)
    .option(
      '--alone <remote>',
      'run this remote without the host and other remotes, as npm start -w does',
      parseRemote,
    )
    .addHelpText(
      'after',
      `\nWithout a remote, all apps run, and the host’s page shows each edit. Remotes here: ${names.join(', ')}.`,
    )
    .action(async (name, { alone }) => {
      if (name !== undefined && alone !== undefined) {
        throw new UsageError('Name one remote, either with --alone or without.');
      }
      const siteServices = await loadServices();
      if (alone !== undefined) {
        const app = requireApp(alone, remotes);
        return runApps([app], siteServices, `${app.name} is ready at ${devOrigin(app)}`);
      }
      if (name !== undefined) return runRemoteInSite(requireApp(name, remotes), siteServices);
      const apps = allApps();
      const addresses = remotes.map((app) => `\n  ${app.name} alone: ${devOrigin(app)}`);
      return runApps(
        apps,
        siteServices,
        `The whole site is ready at ${devOrigin(apps[0])}${addresses.join('')}`,
      );
    });

export const stories = (program: CommandBuilder) =>
  program.action(async () => {
    process.env['STORIES'] = '1';
    const apps = allApps();
    return runApps(apps, await loadServices(), `The stories are ready at ${devOrigin(apps[0])}`);
  });
