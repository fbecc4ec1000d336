import { brand } from 'shared/brand';
import { readSettings } from '../environment';
import { readLiveSite } from '../release/live-site';
import { messageOf } from '../release/reports/format';
import { serveSite } from '../server/server';

/*
 * `npm run serve`: serves what is live in the store. Builds nothing, publishes nothing, and must not
 * import what does: it starts in a moment, and without the compilers.
 */

async function serve(args: readonly string[]): Promise<void> {
  if (args.length > 0) {
    throw new Error(`"serve" takes no "${args.join(' ')}"; PORT and SITE_DIR are set before it.`);
  }
  const { isLive, settings } = await readLiveSite(readSettings(process.env));
  if (!isLive) {
    throw new Error(
      `Nothing is live in ${settings.siteDir} yet; "npm start" builds and publishes this checkout.`,
    );
  }
  const site = await serveSite(settings);
  const stop = () => {
    void site.close().finally(() => process.exit());
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  process.stdout.write(`${brand.name} is ready at ${site.url}\n`);
}

serve(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
});
