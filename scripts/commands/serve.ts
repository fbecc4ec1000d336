import { brand } from 'shared/brand';
import { readSettings } from '../environment';
import { readLiveSite } from '../release/live-site';
import { serveSite } from '../server/server';
import { runCommand } from '../terminal';

/*
 * `npm run serve`: serves what is live in the store. Builds nothing, publishes nothing, and must not
 * import what does: it starts in a moment, and without the compilers.
 */

async function serve(args: readonly string[]): Promise<void> {
  if (args.length > 0) {
    throw new Error(`"serve" takes no "${args.join(' ')}"; PORT and SITE_DIR are set before it.`);
  }
  const { isLive, store, settings } = await readLiveSite(readSettings(process.env));
  if (!isLive) {
    throw new Error(
      `Nothing is live in ${store.name} yet; "npm start" builds and publishes this checkout.`,
    );
  }
  const site = await serveSite(settings);
  const stop = () => {
    void site.close().finally(() => process.exit());
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  process.stdout.write(`${brand.name} is ready at ${site.url}\n`);
}

runCommand(serve);
