import { findApps } from '@shopwright/shared/build/apps';
import { buildApp } from '../build/build-app';
import { terminal } from '../output';
import { runCommand } from '../terminal';

/* `npm run build [-- <app>…]`: the release of each named app, or of every app, in dist/<app>. */
runCommand(async (names) => {
  for (const name of names.length > 0 ? names : findApps().map((app) => app.name)) {
    const began = performance.now();
    const { folder, rebuilt } = await buildApp(name, { types: true });
    const took = ((performance.now() - began) / 1000).toFixed(1);
    terminal.write(`${name}: ${rebuilt ? `built in ${took} s` : 'unchanged'}, ${folder}\n`);
  }
});
