import { appNamed, findRemotes } from '@composed/apps';
import { devOrigin } from '@composed/build/bundler/dev-origin';
import { UsageError } from '@composed/command/errors';
import { runRemoteInSite } from '../dev/remote-in-site';
import { runApps } from '../dev/dev-server';
import { loadServices } from '@composed/server/serve/load-services';
import { oneOf, type Program } from '@composed/command/usage';

const remotes = findRemotes();
const names = remotes.map(({ name }) => name);
const remoteHere = oneOf('remote in this checkout', names);

const everyApp = () => [appNamed('host'), ...remotes] as const;

export const command = (program: Program) =>
  program
    .argument(
      '[remote]',
      'show it as it is here inside the composed site of the others’ releases',
      remoteHere,
    )
    .option(
      '--alone <remote>',
      'run it without host and other remotes, as npm start -w does',
      remoteHere,
    )
    .addHelpText(
      'after',
      `\nWithout a remote every app runs, and an edit shows inside the host’s page. Remotes here: ${names.join(', ')}.`,
    )
    .action(async (name, { alone }) => {
      if (name !== undefined && alone !== undefined) {
        throw new UsageError('Name one remote: --alone takes the name.');
      }
      const siteServices = await loadServices();
      if (alone !== undefined) {
        const app = appNamed(alone, remotes);
        return runApps([app], siteServices, `${app.name} is ready at ${devOrigin(app)}`);
      }
      if (name !== undefined) return runRemoteInSite(appNamed(name, remotes), siteServices);
      const every = everyApp();
      const alones = remotes.map((app) => `\n  ${app.name} alone: ${devOrigin(app)}`);
      return runApps(
        every,
        siteServices,
        `The whole site is ready at ${devOrigin(every[0])}${alones.join('')}`,
      );
    });

export const stories = (program: Program) =>
  program.action(async () => {
    process.env['STORIES'] = '1';
    const every = everyApp();
    return runApps(every, await loadServices(), `The stories are ready at ${devOrigin(every[0])}`);
  });
