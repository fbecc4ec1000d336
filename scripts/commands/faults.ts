import { brand } from 'shared/brand';
import { freePort } from '../testing/free-port';
import { startFaultServer } from '../lab/faults/fault-server';
import { change } from '../release/change';
import { createProgress, type Terminal } from '../release/reports/progress';
import { serveSite } from '../server/server';
import { readSettings } from '../environment';
import { openReleaseTool } from '../release/tool';

/*
 * `npm run faults`: builds and publishes the site as `npm start` does, and serves it on PORT with a fault
 * in it: an index page links to each fault, to see it with one's own eyes. Ctrl-C ends it.
 */

const terminal: Terminal = {
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  interactive: process.stdout.isTTY,
};

/** Milliseconds to see a fault and to press "Try again" in vain before it is repaired. */
const duration = 20_000;

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const port = await freePort();
  const site = await serveSite({ ...settings, port, siteUrl: `http://localhost:${port}` });
  try {
    const tool = await openReleaseTool(settings);
    await change(
      { name: 'publish', apps: tool.apps, overBudget: null },
      tool,
      createProgress(terminal),
    );
    const faultServer = await startFaultServer({
      site: site.url,
      port: settings.port,
      duration,
    });
    const stop = () => {
      void Promise.all([faultServer.stop(), site.close()]).finally(() => process.exit());
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
    terminal.write(`${brand.name}’s fault gallery is ready at ${faultServer.url}\n`);
  } catch (error) {
    await site.close();
    throw error;
  }
}

main().catch((error: unknown) => {
  terminal.writeError(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
