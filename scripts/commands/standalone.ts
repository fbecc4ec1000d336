import { devOrigin } from 'shared/build/apps';
import { remoteNamed } from '../dev/remote-in-site';
import { runApps } from '../dev/dev-server';
import { runCommand } from '../terminal';

/*
 * `npm start -w remote-<name>`: one remote alone on its own dev server, with its toasts, the embedded
 * services and hot reload; no host and no other remote.
 */
runCommand(async ([name = '']) => {
  const app = remoteNamed(name);
  await runApps([app], `${app.name} is ready at ${devOrigin(app)}`);
});
