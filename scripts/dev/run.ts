import type { App } from 'shared/build/apps';
import { startServices } from '../services/services-server';
import { readSettings, SettingsError } from '../environment';
import { checkPorts, startDevServer } from './dev-server';

const write = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Runs the dev servers of some apps with the embedded services behind them, until Ctrl-C.
 * @param apps the first one's address is where visitors come from, so sign-in leads back to it
 * @param whenReady told once every first build is served
 */
export async function runDevServers(
  apps: readonly [App, ...App[]],
  whenReady: () => Promise<void> | void,
): Promise<void> {
  const settings = readSettings(process.env);
  await checkPorts(apps);
  const services = await startServices({
    dataDir: settings.dataDir,
    upstreams: settings.upstreams,
    publicUrl: `http://localhost:${apps[0].port}`,
  });
  const servers = apps.map((app) => startDevServer(app, services.url, write));
  const stop = () => {
    servers.forEach((server) => server.stop());
    void services.close().finally(() => process.exit());
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    await Promise.all(servers.map((server) => server.ready));
    await whenReady();
  } catch (error) {
    servers.forEach((server) => server.stop());
    await services.close();
    throw error;
  }
}

/** Ends the process with one sentence on standard error. */
export function failWith(error: unknown): void {
  const isKnown = error instanceof SettingsError;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = isKnown ? 2 : 1;
}
