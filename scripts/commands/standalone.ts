import { remoteApps } from 'shared/build/apps';
import { failWith, runDevServers } from '../dev/run';

/*
 * `npm start -w remote-<name>`: one remote alone on its own dev server, with its toasts, the embedded
 * services and hot reload; no host and no other remote.
 */
async function standalone([name]: readonly string[]): Promise<void> {
  const app = remoteApps.find((remote) => remote.name === name);
  if (!app) {
    throw new Error(
      `Name the remote to run alone: ${remoteApps.map((remote) => remote.name).join(' or ')}.`,
    );
  }
  await runDevServers([app], () => {
    process.stdout.write(`${app.name} is ready at http://localhost:${app.port}\n`);
  });
}

standalone(process.argv.slice(2)).catch(failWith);
