import { apps } from 'shared/build/apps';
import { buildApp } from '../build/build-app';

/* `npm run build [-- <app>…]`: the release of each named app, or of every app, in dist/<app>. */
async function build(names: readonly string[]): Promise<void> {
  for (const name of names.length > 0 ? names : apps.map((app) => app.name)) {
    const began = performance.now();
    const { folder, rebuilt } = await buildApp(name);
    const took = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(`${name}: ${rebuilt ? `built in ${took} s` : 'unchanged'}, ${folder}\n`);
  }
}

build(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
