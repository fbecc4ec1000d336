import { brand } from 'shared/brand';
import { change } from '../release/change';
import { createProgress, type Terminal } from '../release/reports/progress';
import { serveSite } from '../server/server';
import { readSettings, type Settings } from '../environment';
import { openReleaseTool } from '../release/tool';

/*
 * `npm start`: builds what changed, publishes it into the store, serves the store. The services' database
 * is opened before the builds, so that what cannot work ends at once.
 */

const terminal: Terminal = {
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  interactive: process.stdout.isTTY,
};

async function buildAndPublish(settings: Settings): Promise<void> {
  const report = createProgress(terminal);
  const tool = await openReleaseTool(settings);
  await change({ name: 'publish', apps: tool.apps, overBudget: null }, tool, report);
}

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  // Listens first: a port in use, a damaged database or an upstream that is away costs no build.
  const site = await serveSite(settings);
  const stop = () => {
    void site.close().finally(() => process.exit());
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    await buildAndPublish(settings);
  } catch (error) {
    await site.close();
    throw error;
  }
  terminal.write(`${brand.name} is ready at ${site.url}\n`);
}

start().catch((error: unknown) => {
  terminal.writeError(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
