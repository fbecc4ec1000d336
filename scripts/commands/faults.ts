import { brand } from 'shared/brand';
import { freePort } from '../testing/free-port';
import { faults } from '../lab/faults/faults';
import { startFaultServer } from '../lab/faults/fault-server';
import { change } from '../release/change';
import { createReporter, type Terminal } from '../release/reports/progress';
import { serveSite } from '../server/server';
import { readSettings } from '../environment';
import { openReleaseTool } from '../release/open-tool';

/*
 * `npm run faults`: builds and publishes the site as `npm start` does, and serves it on PORT with a fault
 * in front of it: an index page with one link per fault, to see each with one's own eyes. Ctrl-C ends it.
 */

const terminal: Terminal = {
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  interactive: process.stdout.isTTY,
};

/** Time to see a fault and to press "Try again" in vain before it is mended, in milliseconds. */
const lasts = 20_000;

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const port = await freePort();
  const site = await serveSite({ ...settings, port, siteUrl: `http://localhost:${port}` });
  try {
    const tool = await openReleaseTool(settings);
    await change(
      { name: 'publish', apps: tool.apps, overBudget: null },
      tool,
      createReporter(terminal),
    );
    const gallery = await startFaultServer({
      site: site.url,
      port: settings.port,
      faults,
      lasts,
    });
    const stop = () => {
      void Promise.all([gallery.stop(), site.close()]).finally(() => process.exit());
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
    terminal.write(`${brand.name}’s fault gallery is ready at ${gallery.url}\n`);
  } catch (error) {
    await site.close();
    throw error;
  }
}

main().catch((error: unknown) => {
  terminal.writeError(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
