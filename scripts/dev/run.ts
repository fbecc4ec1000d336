import type { App } from 'shared/build/apps';
import { readSettings } from '../environment';
import { startServices } from '../services/services-server';
import { checkDevApps, runDevServers } from './dev-server';

/**
 * Runs the dev servers of some apps with the embedded services behind them, until Ctrl-C.
 * @param apps the first one's address is where visitors come from, so sign-in leads back to it
 * @param message printed once every first build is served
 */
export async function runApps(apps: readonly [App, ...App[]], message: string): Promise<void> {
  const { dataDir, upstreams } = readSettings(process.env);
  await checkDevApps(apps);
  const publicUrl = `http://localhost:${apps[0].port}`;
  const services = await startServices({ dataDir, upstreams, publicUrl });
  const whenReady = () => void process.stdout.write(`${message}\n`);
  await runDevServers(apps, services.url, whenReady, services.close);
}
