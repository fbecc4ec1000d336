import { hostApp, remoteApps } from 'shared/build/apps';
import { runRemoteInSite } from '../dev/remote-in-site';
import { failWith, runDevServers } from '../dev/run';

/*
 * `npm run dev`: every app on its own dev server; an edit in a remote shows inside the host's page.
 * `npm run dev -- <remote>`: that remote only, inside the composed site of the other apps' releases.
 */
async function dev([name]: readonly string[]): Promise<void> {
  if (name !== undefined) {
    await runRemoteInSite(name);
    return;
  }
  await runDevServers([hostApp, ...remoteApps], () => {
    process.stdout.write(`The whole site is ready at http://localhost:${hostApp.port}\n`);
    for (const app of remoteApps) {
      process.stdout.write(`  ${app.name} alone: http://localhost:${app.port}\n`);
    }
  });
}

dev(process.argv.slice(2)).catch(failWith);
